import { type LinkProps, Link as RouterLink } from '@remix-run/react';

/** An address within the portal as the router would write it: no `..`, no `//`, nothing relative. */
export const PLAIN_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:[?#].*)?$/;

/** Remix's `Link` in the Worker (`vite.unused.ts`), without its hooks: a tenth of a page's time. Writes the same HTML. */
export function Link(props: LinkProps) {
  const { to, target, discover = 'render', reloadDocument, ...others } = props;
  const { prefetch, relative, replace, state, preventScrollReset, viewTransition, ...attributes } = others;
  if (typeof to !== 'string' || !PLAIN_PATH.test(to)) return <RouterLink {...props} />;
  const isDiscovered = discover === 'render' && !reloadDocument;
  return (
    <a {...attributes} data-discover={isDiscovered ? 'true' : undefined} href={to} target={target}>
      {attributes.children}
    </a>
  );
}
