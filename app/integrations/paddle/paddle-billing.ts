import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import { changeMethods } from './changes.ts';
import { checkoutMethods } from './checkout.ts';
import { type PaddleSettings, paddleClient } from './client.ts';
import { customerMethods } from './customer.ts';
import { detailsMethods } from './details.ts';
import { eventMethods } from './event.ts';
import { overageMethods } from './overage.ts';
import { readPrices } from './prices.ts';
import { cancellationMethods, subscriptionMethods } from './subscriptions.ts';

/** Paddle Billing as the product's billing provider; each room has its methods. */
export function paddleBilling(settings: PaddleSettings): BillingProvider {
  const paddle = paddleClient(settings);
  return {
    prices: () => paddle('billing_unavailable', readPrices),
    ...customerMethods(paddle),
    ...checkoutMethods(paddle),
    ...changeMethods(paddle),
    ...cancellationMethods(paddle),
    ...subscriptionMethods(paddle),
    ...overageMethods(paddle),
    ...detailsMethods(paddle),
    ...eventMethods(paddle, settings),
  };
}
