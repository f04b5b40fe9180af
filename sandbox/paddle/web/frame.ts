import { type Fragment, type Html, html } from '#sandbox/server/html.ts';
import type { CheckoutEvent } from './events.ts';
import { checkoutStylesheet } from './style.ts';

/** How and for whom the checkout is displayed. */
export type CheckoutFrame = {
  /** The portal's origin if the page is inside the portal's overlay; undefined for a standalone page. */
  embeddedIn: string | undefined;
  theme: 'light' | 'dark' | undefined;
  locale: string;
  /** The target of the link after a payment: always the portal. */
  returnUrl: string;
};

/** The document around a page of the checkout. `events` are posted to the page that opened it. */
export function checkoutDocument(
  frame: CheckoutFrame,
  title: string,
  columns: 'one' | 'two',
  events: readonly CheckoutEvent[],
  content: Fragment,
): Html {
  const { embeddedIn, theme } = frame;
  return html`<!doctype html>
<html lang="en" class="${embeddedIn ? 'embedded' : 'page'}"${theme ? html` data-theme="${theme}"` : undefined}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Weft Cloud sandbox</title>
<style>${checkoutStylesheet}</style>
<script src="/paddle/checkout.js" defer></script>
</head>
<body${embeddedIn ? html` data-portal="${embeddedIn}"` : undefined}>
<header><strong>Weft Cloud</strong><span class="badge">Test mode</span>
${embeddedIn ? html`<button class="close" type="button" data-close aria-label="Close checkout">×</button>` : undefined}</header>
<main class="${columns}" data-events="${JSON.stringify(events)}">${content}</main>
</body>
</html>`;
}

/** A page with one message and a link back. */
export function messagePage(
  frame: CheckoutFrame,
  title: string,
  sentence: string,
  events: readonly CheckoutEvent[],
): Html {
  return checkoutDocument(
    frame,
    title,
    'one',
    events,
    html`<div class="message"><h1 tabindex="-1">${title}</h1><p>${sentence}</p>
    ${
      frame.embeddedIn
        ? html`<button class="button" type="button" data-close>Close</button>`
        : html`<a class="button" href="${frame.returnUrl}">Back to Weft Cloud</a>`
    }</div>`,
  );
}
