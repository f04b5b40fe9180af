import { join } from 'node:path';
import type { Route } from '#sandbox/server/router.ts';
import type { Api } from './api/call.ts';
import { productRoutes } from './api/catalogue.ts';
import { customerRoutes } from './api/customers.ts';
import { previewRoutes } from './api/previews.ts';
import { recordRoutes } from './api/records.ts';
import { subscriptionRoutes } from './api/subscriptions.ts';
import { transactionRoutes } from './api/transactions.ts';
import { checkoutOf } from './checkout.ts';
import { consoleRoutes } from './console.ts';
import { Delivery, type DeliveryTimings } from './delivery.ts';
import { PaddleFaults } from './faults.ts';
import { invoiceRoute } from './invoices.ts';
import { PaddleState } from './state.ts';
import { paddleWebRoutes } from './web/routes.ts';

export type PaddleTimings = DeliveryTimings & {
  /** The delay of an answer under the `slow` fault. */
  slowAnswerMs: number;
};

type Settings = {
  directory: string;
  baseUrl: string;
  portalUrl: string;
  apiKey: string;
  clientToken: string;
  webhookUrl: string;
  webhookSecret: string;
  timings: PaddleTimings;
  now: () => number;
  note: (sentence: string) => void;
};

export type PaddleSandbox = {
  routes: Route[];
  faults: PaddleFaults;
  /** Stops delivering webhooks; undelivered ones continue after the next start. */
  close(): Promise<void>;
};

/** The simulated Paddle: its API, its checkout, its webhooks, and the page that triggers scenarios. */
export function startPaddle(settings: Settings): PaddleSandbox {
  const { directory, baseUrl, portalUrl, apiKey, clientToken, timings, now, note } = settings;
  const state = new PaddleState({ directory, baseUrl, now });
  const faults = new PaddleFaults(join(directory, 'faults.json'));
  const delivery = new Delivery({
    state,
    url: settings.webhookUrl,
    secret: settings.webhookSecret,
    timings,
    note,
  });
  const api: Api = { state, apiKey, faults, slowAnswerMs: timings.slowAnswerMs };
  return {
    routes: [
      ...previewRoutes(api),
      ...productRoutes(api),
      ...customerRoutes(api),
      ...transactionRoutes(api),
      ...subscriptionRoutes(api),
      ...recordRoutes(api),
      invoiceRoute(state, apiKey),
      ...paddleWebRoutes({ checkout: checkoutOf(state), portalUrl, clientToken }),
      ...consoleRoutes({ state, delivery, faults, note }),
    ],
    faults,
    close: () => delivery.close(),
  };
}
