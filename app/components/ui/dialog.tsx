import { Link, useNavigate } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icons.tsx';
import { useHydrated } from './use-hydrated.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface DialogProps {
  title: ReactNode;
  /** The page's own path, without what opened the dialog. */
  closeTo: string;
  /** Label of the closing link; default "Close". */
  closeLabel?: string | undefined;
  children: ReactNode;
}

/** A dialog that its page's address opens, and `closeTo` closes, without JavaScript. A script makes it modal. */
export function Dialog({ title, closeTo, closeLabel, children }: DialogProps) {
  const navigate = useNavigate();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  // A dialog that a script opens fades in. One that the server rendered is already visible.
  const [isEntering] = useState(useHydrated());
  return (
    <dialog
      open
      ref={dialog}
      className={classNames('dialog', isEntering && 'dialog--entering')}
      aria-labelledby={titleId}
      onClose={() => navigate(closeTo, { preventScrollReset: true })}
    >
      <h2 className="dialog__title" id={titleId}>
        {title}
      </h2>
      <div className="dialog__body stack">{children}</div>
      {/* Last, so that the focus first goes to what the dialog is for. */}
      <Link to={closeTo} preventScrollReset className="dialog__close icon-button">
        <Icon name="close" />
        <VisuallyHidden>{closeLabel ?? t('ui.close')}</VisuallyHidden>
      </Link>
    </dialog>
  );
}

/** Shows a dialog that is open already as a modal one, and gives the focus back when it is gone. */
function useModal(ref: RefObject<HTMLDialogElement>): void {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    const field = dialog.querySelector<HTMLElement>(':focus');
    // `showModal()` throws on an open dialog, and `close()` fires an event that would navigate away.
    dialog.removeAttribute('open');
    dialog.showModal();
    // Keeps the focus of a person who typed before hydration.
    field?.focus();
    return () => {
      // Closing by link or by a submitted form removes the dialog, and the focus in it, from the page.
      if (document.activeElement === document.body && opener instanceof HTMLElement) {
        opener.focus({ preventScroll: true });
      }
    };
  }, [ref]);
}
