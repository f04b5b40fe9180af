/** What `npm run build` writes; types cannot come from a file that is not there before the build. */
declare module '*/build/server/index.js' {
  import type { ServerBuild } from '@remix-run/cloudflare';

  const build: ServerBuild;
  export = build;
}
