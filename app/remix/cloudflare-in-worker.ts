/**
 * In place of `@remix-run/cloudflare` in the Worker (`vite.unused.ts`): a CommonJS module, from which no bundler can leave out Remix's
 * sessions, signed cookies and uploads.
 */
export { createRequestHandler, redirect, redirectDocument } from '@remix-run/server-runtime';
export { json } from './page-data.ts';
