import { newToken } from '#app/crypto/secrets.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { plainPage, plainPolicy } from '#app/http/plain-page.ts';
import { acceptsHtml } from '#app/http/request-kind.ts';
import { t } from '#app/i18n/t.ts';
import { gatewayHeaders } from '../security-headers.ts';

/** Why a page replaces a workspace's answer. `unreadable`: in a content coding that the client does not accept, or without a valid status. */
export type GatewayState = InstanceView | 'missing' | 'unreachable' | 'unreadable' | 'late';

const PENDING_RETRY_SECONDS = 5;
const LATER_RETRY_SECONDS = 60;

/** By the words of the page. `retryAfter`: seconds. */
const pages = {
  missing: { status: 404 },
  // Without Retry-After: a retry would run the workflow twice.
  late: { status: 504 },
  unreadable: { status: 502 },
  unreachable: { status: 503, retryAfter: LATER_RETRY_SECONDS },
  pending: { status: 503, retryAfter: PENDING_RETRY_SECONDS },
  offline: { status: 503, retryAfter: LATER_RETRY_SECONDS },
  stopped: { status: 503 },
} satisfies Record<string, { status: number; retryAfter?: number }>;

/** @returns the page of a workspace that does not answer: its state and the next step. Programs get JSON. */
export function gatewayPage(
  request: Request,
  { name, state, portal }: { name: string; state: GatewayState; portal: { url: string; isSecure: boolean } },
): Response {
  const words = wordsOf(state);
  const { status, retryAfter }: { status: number; retryAfter?: number } = pages[words];
  const nonce = newToken();
  const isPage = acceptsHtml(request);
  const headers = gatewayHeaders(portal.isSecure, isPage ? plainPolicy(nonce) : undefined);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  // The workflow ran, or may run: a website's script must be able to read this, or its visitor sends the webhook again.
  if (words === 'late' || words === 'unreadable') headers.set('Access-Control-Allow-Origin', '*');

  const title = t(`instance.gateway.${words}.title`);
  const body = t(`instance.gateway.${words}.body`);
  if (!isPage) return Response.json({ error: title, code: `workspace_${words}` }, { status, headers });

  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Reloads without a script while the workspace is starting.
  if (words === 'pending') headers.set('Refresh', String(PENDING_RETRY_SECONDS));
  const link =
    words === 'missing'
      ? { href: portal.url, label: t('instance.gateway.home') }
      : { href: `${portal.url}${paths.dashboard}`, label: t('instance.gateway.dashboard') };
  const pageTitle = t('instance.gateway.pageTitle', { name });
  const html = plainPage({ pageTitle, eyebrow: name, title, body, link, nonce });
  return new Response(html, { status, headers });
}

function wordsOf(state: GatewayState): keyof typeof pages {
  if (typeof state === 'string') return state;
  switch (state.status) {
    case InstanceStatus.Pending:
    // The workspace came online after the cluster was asked: a reload shows it.
    case InstanceStatus.Online:
      return 'pending';
    case InstanceStatus.Offline:
      return 'offline';
    case InstanceStatus.Stopped:
      return 'stopped';
  }
}
