import { markSvg } from '#app/domain/brand/identity.ts';
import { type Fragment, Html, html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

/** A timestamp (UTC milliseconds) for people, with its machine-readable form. */
export function when(instant: number): Html {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

const mark = new Html(markSvg({ warp: 'var(--warp)', weft: 'var(--thread)' }));

/** The layout of every page of the sandbox. */
export function layout(title: string, content: Fragment): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Weft Cloud sandbox</title>
<style>${stylesheet}</style>
</head>
<body>
<header><a href="/">${mark}<span><strong>Weft Cloud</strong> sandbox</span></a><nav><a href="/inbox">Inbox</a></nav></header>
<main>${content}</main>
</body>
</html>`;
}
