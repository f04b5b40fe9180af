import { markSvg, paletteCss } from '#app/domain/brand/identity.ts';
import { escapeHtml } from '#app/domain/encoding/html.ts';

/** The words of a plain page, which are escaped here. */
export interface PlainPage {
  pageTitle: string;
  /** Above the heading, such as a workspace's name. */
  eyebrow: string;
  title: string;
  body?: string | undefined;
  link: { href: string; label: string };
  /** Below all else, such as the reference number. */
  footnote?: { label: string; value: string } | undefined;
  /** Nonce of the answer's policy (`plainPolicy`). */
  nonce: string;
}

/** @returns the Content-Security-Policy that a plain page needs, and no more. */
export function plainPolicy(nonce: string): string {
  return `default-src 'none'; object-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** @returns a self-contained page: it loads no script or other file that could fail too. */
export function plainPage({ pageTitle, eyebrow, title, body, link, footnote, nonce }: PlainPage): string {
  const paragraph = body === undefined ? '' : `<p>${escapeHtml(body)}</p>`;
  const foot =
    footnote === undefined
      ? ''
      : `<p class="foot">${escapeHtml(footnote.label)} <code>${escapeHtml(footnote.value)}</code></p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(pageTitle)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${MARK}<p class="name">${escapeHtml(eyebrow)}</p><h1>${escapeHtml(title)}</h1>${paragraph}
<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>${foot}</main></body></html>`;
}

/** @returns a plain page as a response, with its policy. */
export function plainPageResponse(page: PlainPage, status = 200): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': plainPolicy(page.nonce),
  };
  return new Response(plainPage(page), { status, headers });
}

const MARK = markSvg({ warp: 'var(--warp)', weft: 'var(--thread)' }, 40);

const STYLE = `:root{color-scheme:light dark;${paletteCss()}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--canvas);
color:var(--ink);font:17px/1.6 system-ui,"Segoe UI",Roboto,sans-serif}main{max-width:34rem;min-width:0}
svg{display:block;margin:0 0 24px}.name{margin:0;font:600 14px/1.4 ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--ink-muted);
overflow-wrap:anywhere}h1{margin:8px 0 18px;font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.2;overflow-wrap:anywhere}
p{margin:0 0 20px;color:var(--ink-muted)}a{display:inline-block;padding:10px 18px;border-radius:8px;background:var(--primary);
color:var(--on-primary);font-weight:600;text-decoration:none}.foot{margin:0;font-size:14px}code{font:inherit;
font-family:ui-monospace,SFMono-Regular,Menlo,monospace;user-select:all}a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`;
