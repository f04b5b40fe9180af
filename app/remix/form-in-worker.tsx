import { type FormProps, Form as RouterForm } from '@remix-run/react';
import { PLAIN_PATH } from './link-in-worker.tsx';

/** Remix's `Form` in the Worker (`vite.unused.ts`), without its hooks for a submission there. Writes the same HTML. */
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
