import { Form, type FormProps } from '@remix-run/react';
import { PAGE_ACCOUNT } from '#app/domain/access/page-account.ts';
import { useFrame } from '../layout/page-flash.tsx';

/**
 * A form that acts only in the account that its page shows: the server refuses it once the person works in another account,
 * in another tab. A form that concerns the person in every account can be a plain `Form`.
 */
export function PostForm({ children, ...attributes }: Omit<FormProps, 'method'>) {
  return (
    <Form method="post" {...attributes}>
      <PageAccount />
      {children}
    </Form>
  );
}

/** Names the account that the page shows, in a form of which only a button posts. */
export function PageAccount() {
  const accountId = useFrame().accounts?.currentId;
  return accountId != null && <input type="hidden" name={PAGE_ACCOUNT} value={accountId} />;
}
