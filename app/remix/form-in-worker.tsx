import { type FormProps, Form as RouterForm } from '@remix-run/react';
import { PLAIN_PATH } from './link-in-worker.tsx';

/**
 * Replaces Remix's `Form` in the Worker (`vite.unused.ts`), and writes the same HTML. It omits the hooks for a
 * submission, which happens only in a browser.
 */
export function Form(props: FormProps) {
  const { action, method = 'get', discover = 'render', reloadDocument, ...others } = props;
  const { fetcherKey, navigate, replace, state, relative, ...more } = others;
  const { preventScrollReset, viewTransition, ...attributes } = more;
  // A form without an address is sent to its page, which the router knows.
  if (typeof action !== 'string' || !PLAIN_PATH.test(action)) return <RouterForm {...props} />;
  const isDiscovered = discover === 'render' && !reloadDocument;
  return (
    <form
      method={method.toLowerCase() === 'get' ? 'get' : 'post'}
      action={action}
      {...attributes}
      data-discover={isDiscovered ? 'true' : undefined}
    />
  );
}
