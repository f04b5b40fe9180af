import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#app/i18n/t.ts';
import { Icon, type IconName } from './icons.tsx';
import { useHydrated } from './use-hydrated.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

export interface NoticeProps {
  tone: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link that does something about it. */
  action?: ReactNode;
  /** Makes it closable. The button shows only where a script can answer it. */
  onClose?: (() => void) | undefined;
  /** A form that closes it, instead of `onClose`: it works without a script. */
  closeForm?: ReactNode;
  /** How it is announced; by default `alert` for a warning or danger, `status` for the rest. */
  role?: 'status' | 'alert' | 'none' | undefined;
}

const toneIcons: Record<Tone, IconName> = {
  info: 'info',
  success: 'check-circle',
  warning: 'warning',
  danger: 'alert-circle',
};

/** A message set apart from the page. Color, icon and a hidden word show its tone. */
export function Notice({ tone, title, children, action, onClose, closeForm, role }: NoticeProps) {
  const isHydrated = useHydrated();
  const announcement = role ?? (tone === 'warning' || tone === 'danger' ? 'alert' : 'status');
  return (
    <div className={`notice notice--${tone}`} role={announcement === 'none' ? undefined : announcement}>
      <Icon name={toneIcons[tone]} />
      <div>
        <VisuallyHidden>{t(`ui.tone.${tone}`)}: </VisuallyHidden>
        {title && <p className="notice__title">{title}</p>}
        {children && <div className="notice__body">{children}</div>}
      </div>
      {action && <div className="notice__action">{action}</div>}
      {(onClose || closeForm) && (
        <div className="notice__close">
          {closeForm}
          {onClose && isHydrated && (
            <button type="button" className="icon-button" onClick={onClose} aria-label={t('ui.close')}>
              <Icon name="close" />
            </button>
          )}
        </div>
      )}
    </div>
  );
}

export interface AnswerNoticeProps extends NoticeProps {
  /** The answer that the notice shows, compared by identity: an answer to another form of the page does not scroll. */
  answer: unknown;
}

/**
 * A notice that scrolls into view each time its answer arrives: the pressed button may be screens below, and an answer
 * without a redirect does not scroll the page.
 */
export function AnswerNotice({ answer, ...notice }: AnswerNoticeProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer !== undefined) element.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <div ref={element}>
      <Notice {...notice} />
    </div>
  );
}
