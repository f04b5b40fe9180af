/** In place of `@remix-run/react` in the Worker (`vite.unused.ts`), for the product's own modules. */
export * from '@remix-run/react';
export { Link } from './link-in-worker.tsx';
