/** In place of `@remix-run/cloudflare` (`vite.unused.ts`): CommonJS, from which no bundler leaves out what is unused. */
export { createRequestHandler, redirect, redirectDocument } from '@remix-run/server-runtime';
export { json } from './page-data.ts';
