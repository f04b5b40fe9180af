import { Form, useLocation } from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import { paths } from '#app/domain/paths.ts';
import { useIsSubmitter } from '../form/use-is-submitter.ts';
import { Icon } from '../ui/icons.tsx';

/** Closes a banner by a form, so that closing needs no script: the answer is a cookie. @param children its hidden fields. */
export function CloseBannerForm({ label, children }: { label: string; children?: ReactNode }) {
  const { pathname, search } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const isPending = useIsSubmitter(button);
  return (
    <Form method="post" action={paths.closeBanner} preventScrollReset>
      <input type="hidden" name="returnPath" value={pathname + search} />
      {children}
      <button
        ref={button}
        type="submit"
        className="icon-button"
        aria-label={label}
        data-pending={isPending || undefined}
      >
        <Icon name="close" />
      </button>
    </Form>
  );
}
