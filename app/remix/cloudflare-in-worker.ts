/** In place of `@remix-run/cloudflare` in the Worker (`vite.unused.ts`), for the product's own modules. */
export * from '@remix-run/cloudflare';
export { json } from './page-data.ts';
