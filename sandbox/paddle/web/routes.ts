import { readFileSync } from 'node:fs';
import { isForm, parseFormBody } from '#sandbox/server/body.ts';
import { type Reply, text } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { answer, checkoutFrame, refusal } from './answers.ts';
import type { CheckoutFunctions, CheckoutView } from './checkout.ts';
import { checkoutError } from './events.ts';
import { type CheckoutFrame, messagePage } from './frame.ts';
import { showCheckout, submitCheckout } from './submit.ts';

type Dependencies = {
  checkout: CheckoutFunctions;
  /** The portal's URL: the only page that may contain the overlay, and the target after the checkout. */
  portalUrl: string;
  /** The token that `Paddle.Initialize` requires. */
  clientToken: string;
};

function scriptRoute(name: string): Route {
  const source = readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
  return {
    method: 'GET',
    path: `/paddle/${name}`,
    handle: () => ({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        // The portal is another origin, and must load the script even if it requires isolation.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: source,
    }),
  };
}

/** paddle.js, and the checkout that it opens, or to which a browser without it is redirected. */
export function paddleWebRoutes({ checkout, portalUrl, clientToken }: Dependencies): Route[] {
  const withView =
    (act: (view: CheckoutView, frame: CheckoutFrame, request: RouteRequest) => Reply | Promise<Reply>) =>
    (request: RouteRequest) => {
      const frame = checkoutFrame(request, portalUrl);
      const refused = refusal(request, frame, clientToken);
      if (refused) return refused;
      const view = checkout.find(request.url.searchParams.get('transaction') ?? '');
      if (view) return act(view, frame, request);
      const detail = 'There is no such order.';
      const events = [checkoutError('not_found', detail)];
      return answer(404, messagePage(frame, 'Order not found', detail, events), frame);
    };
  return [
    scriptRoute('paddle.js'),
    scriptRoute('checkout.js'),
    { method: 'GET', path: '/paddle/checkout', handle: withView(showCheckout) },
    {
      method: 'POST',
      path: '/paddle/checkout',
      async handle(request) {
        if (!isForm(request.headers['content-type'])) return text(415, 'The checkout takes a form.');
        const form = parseFormBody(await request.text());
        // Reads the transaction only after the body, so that nothing can pay it in between.
        return withView((view, frame) => submitCheckout(checkout, view, frame, form))(request);
      },
    },
  ];
}
