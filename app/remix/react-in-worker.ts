/** In place of `@remix-run/react` in the Worker (`vite.unused.ts`), for the product's own modules. */
export * from '@remix-run/react';
export { Form } from './form-in-worker.tsx';
export { Link } from './link-in-worker.tsx';
export { Links } from './links-in-worker.tsx';
