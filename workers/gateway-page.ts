import { escapeHtml } from '#app/domain/encoding/html.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { i18n } from '#app/i18n/i18n.ts';
import { newToken } from '#app/use-cases/secrets.ts';
import { DATA_POLICY, STRICT_TRANSPORT_SECURITY } from './security-headers.ts';

/** What the gateway knows of a workspace that does not answer. */
export type GatewayState = InstanceView | 'missing' | 'unreachable';

const PENDING_RETRY_SECONDS = 5;
const LATER_RETRY_SECONDS = 60;

interface StatePage {
  words: 'pending' | 'offline' | 'stopped' | 'unreachable' | 'missing';
  status: 404 | 503;
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

  const { t } = i18n;
  const title = t(`instance.gateway.${words}.title`);
  const body = t(`instance.gateway.${words}.body`);
  if (!request.headers.get('Accept')?.includes('text/html')) {
    headers.set('Content-Security-Policy', DATA_POLICY);
    return Response.json({ error: title, code: `workspace_${words}` }, { status, headers });
  }

  const nonce = newToken();
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set(
    'Content-Security-Policy',
    `default-src 'none'; object-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  // Looks again by itself while it is starting, without a script.
  if (words === 'pending') headers.set('Refresh', String(PENDING_RETRY_SECONDS));
  const link =
    words === 'missing'
      ? { href: portalUrl, label: t('instance.gateway.home') }
      : { href: `${portalUrl}/dashboard`, label: t('instance.gateway.dashboard') };
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(t('instance.gateway.pageTitle', { name }))}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><p class="name">${escapeHtml(name)}</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p>
<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p></main></body></html>`;
  return new Response(html, { status, headers });
}

function stateInWords(state: GatewayState): StatePage {
  if (state === 'missing') return { words: 'missing', status: 404 };
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

// The page stands alone: it must show when nothing else can be loaded.
const STYLE = `:root{color-scheme:light dark;--ground:#f5f7f6;--text:#17231f;--quiet:#52605b;--accent:#0b5d4a;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#0f1513;--text:#e7eeeb;--quiet:#a3b1ac;--accent:#5cc7aa;--on:#08110e}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);
color:var(--text);font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}main{max-width:34rem}
.name{margin:0;font:600 14px/1.4 ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--quiet)}
h1{margin:8px 0 12px;font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.2}p{margin:0 0 20px;color:var(--quiet)}
a{display:inline-block;padding:10px 18px;border-radius:8px;background:var(--accent);color:var(--on);font-weight:600;
text-decoration:none}a:focus-visible{outline:3px solid var(--accent);outline-offset:3px}`;
