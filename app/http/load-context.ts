import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { FeatureFlags } from '#app/domain/flags/flags.ts';
import type { Services } from '#app/use-cases/services.ts';

/** What every loader and action reaches the world through; built for each request in `workers/context.ts`. */
export interface RequestContext {
  services: Services;
  /** Who is looking; read once a request, however many loaders ask. */
  viewer(): Promise<ViewerState>;
  /** Who it is after a change, read anew. */
  viewerAgain(): Promise<ViewerState>;
  client: ClientInfo;
  portal: { url: string; host: string; isSecure: boolean };
  /** What the checkout page gives the billing provider's script. */
  paddle: { clientToken: string; scriptUrl: string };
  /** Changes of workspaces are refused for the time being, and every page says so. */
  areOperationsDisabled: boolean;
  humanCheck: { kind: 'altcha'; challenge(): Promise<unknown> } | { kind: 'turnstile'; siteKey: string };
  /** As the configuration has them for everybody; `readFlags` tells whose they are. */
  configuredFlags: FeatureFlags;
  /** Where pages are counted; null is not configured. */
  analytics: { url: string | null; tagManagerUrl: string | null };
  /** The sandbox's index page, so that a newcomer finds the inbox; absent in production. */
  sandboxUrl: string | undefined;
  /** The page's Content-Security-Policy nonce; never loader data. */
  nonce: string;
  /** Names this request in the log and on an error page. */
  reference: string;
  /** Delivers the outbox after the response is sent; the cron does what this does not get to. */
  deliverSoon(): void;
  reportError(error: unknown): void;
}

declare module '@remix-run/cloudflare' {
  // Remix types its load context by this name.
  interface AppLoadContext extends RequestContext {}
}
