import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer, ViewerState } from '#app/domain/access/viewer.ts';
import type { FeatureFlags } from '#app/domain/flags/flags.ts';
import type { PasskeyOptions } from '#app/use-cases/second-factor/check-evidence.ts';
import type { Services } from '#app/use-cases/services.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';
import type { Read, ViewerIds } from '#db/read.ts';

/** Everything outside the request that loaders and actions use. `workers/context.ts` builds it per request. */
export interface RequestContext {
  services: Services;
  /** The viewer, read once per request for all loaders. */
  viewer(): Promise<ViewerState>;
  /**
   * Declares what a page reads together with its viewer. Declared before the viewer's own read is sent, it shares that
   * round trip and transaction.
   * @returns reads it, once the page has admitted the viewer. @throws as the database's other queries.
   */
  readBesideViewer<Answer>(readOf: (ids: ViewerIds) => Read<Answer>): (viewer: Viewer) => Promise<Answer>;
  /**
   * Declares which call of its viewer's workspace a page makes. Declared before the viewer's own read is sent, it
   * begins immediately if this isolate knows the session.
   * @param call changes nothing that a person sees.
   * @returns the answer, once the page has admitted the viewer. @throws what the call throws.
   */
  callBesideViewer<Answer>(
    call: (workspace: WorkspaceRpc, accountId: string) => Promise<Answer>,
  ): (viewer: Viewer) => Promise<Answer>;
  /** Reads the viewer again, after a change. */
  reloadViewer(): Promise<ViewerState>;
  client: ClientInfo;
  portal: { url: string; host: string; isSecure: boolean };
  /** Configuration of the billing provider's script on the checkout page. */
  paddle: { clientToken: string; scriptUrl: string };
  /** The portal refuses changes of workspaces for now, and every page says so. */
  areOperationsDisabled: boolean;
  humanCheck: { kind: 'altcha'; challenge(): Promise<unknown> } | { kind: 'turnstile'; siteKey: string };
  /** The options with which /login offers passkeys, made once per request. */
  passkeySignIn(): Promise<PasskeyOptions>;
  /** The configuration's flags for everyone; `readFlags` applies the account's overrides. */
  configuredFlags: FeatureFlags;
  /** Addresses of analytics; null when not configured. */
  analytics: { url: string | null; tagManagerUrl: string | null };
  /** The sandbox's index page, so that a newcomer finds the inbox; absent in production. */
  sandboxUrl: string | undefined;
  /** The page's Content-Security-Policy nonce; never loader data. */
  nonce: string;
  /** Whether the browser posted a form: the error page then explains how to resend it. */
  isPost: boolean;
  /** Whether a page asks for newer data of what it shows. */
  isReload: boolean;
  /** Reads a file of the browser's build as text, by its path. @throws if the build has no such file. */
  readAsset(path: string): Promise<string>;
  /** When the request came, before everything that it reads, UTC ms. */
  startedAt: number;
  /** Names this request in the log and on an error page. */
  reference: string;
  reportError(error: unknown): void;
}

declare module '@remix-run/cloudflare' {
  // Remix types its load context by this name.
  interface AppLoadContext extends RequestContext {}
}
