import { newToken } from '#app/crypto/secrets.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { plainPage, plainPolicy } from '#app/http/plain-page.ts';
import { t } from '#app/i18n/t.ts';
import { DATA_POLICY, STRICT_TRANSPORT_SECURITY } from './security-headers.ts';

/** What the gateway knows of a workspace that does not answer, or not in a way that its client can read. */
export type GatewayState = InstanceView | 'missing' | 'unreachable' | 'unreadable' | 'late';

const PENDING_RETRY_SECONDS = 5;
const LATER_RETRY_SECONDS = 60;

interface StatePage {
  words: 'pending' | 'offline' | 'stopped' | 'unreachable' | 'unreadable' | 'late' | 'missing';
  status: 404 | 502 | 503 | 504;
  retryAfterSeconds?: number;
}

/**
 * The plain page of a workspace that is not there to answer: its state and what to do. A machine (a webhook's sender)
 * gets the same as JSON, with `Retry-After` so that it comes again.
 */
export function gatewayPage(
  request: Request,
  {
    name,
    state,
    portalUrl,
    isSecure,
  }: { name: string; state: GatewayState; portalUrl: string; isSecure: boolean },
): Response {
  const { words, status, retryAfterSeconds } = stateInWords(state);
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  if (isSecure) headers.set('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));

  const title = t(`instance.gateway.${words}.title`);
  const body = t(`instance.gateway.${words}.body`);
  if (!request.headers.get('Accept')?.includes('text/html')) {
    headers.set('Content-Security-Policy', DATA_POLICY);
    return Response.json({ error: title, code: `workspace_${words}` }, { status, headers });
  }

  const nonce = newToken();
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', plainPolicy(nonce));
  // Reloads while the workspace is starting, without a script.
  if (words === 'pending') headers.set('Refresh', String(PENDING_RETRY_SECONDS));
  const link =
    words === 'missing'
      ? { href: portalUrl, label: t('instance.gateway.home') }
      : { href: `${portalUrl}/dashboard`, label: t('instance.gateway.dashboard') };
  const pageTitle = t('instance.gateway.pageTitle', { name });
  const html = plainPage({ pageTitle, eyebrow: name, title, body, link, nonce });
  return new Response(html, { status, headers });
}

function stateInWords(state: GatewayState): StatePage {
  if (state === 'missing') return { words: 'missing', status: 404 };
  // Without Retry-After: who sends it again runs the workflow twice.
  if (state === 'late') return { words: 'late', status: 504 };
  if (state === 'unreadable') return { words: 'unreadable', status: 502 };
  if (state === 'unreachable') {
    return { words: 'unreachable', status: 503, retryAfterSeconds: LATER_RETRY_SECONDS };
  }
  switch (state.status) {
    case InstanceStatus.Pending:
    // It came online between the two questions: looking again shows it.
    case InstanceStatus.Online:
      return { words: 'pending', status: 503, retryAfterSeconds: PENDING_RETRY_SECONDS };
    case InstanceStatus.Offline:
      return { words: 'offline', status: 503, retryAfterSeconds: LATER_RETRY_SECONDS };
    case InstanceStatus.Stopped:
      return { words: 'stopped', status: 503 };
  }
}
