import { Form, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/domain/paths.ts';
import { PlainSubmit } from '../form/submit-button.tsx';
import { Icon } from '../ui/icons.tsx';

/** Closes a banner by a form, so that closing needs no script: the answer is a cookie. @param children its hidden fields. */
export function CloseBannerForm({ label, children }: { label: string; children?: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={paths.closeBanner} preventScrollReset>
      <input type="hidden" name="returnPath" value={pathname + search} />
      {children}
      <PlainSubmit className="icon-button" aria-label={label}>
        <Icon name="close" />
      </PlainSubmit>
    </Form>
  );
}
