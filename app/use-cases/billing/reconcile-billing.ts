import { expiringCards } from '#app/domain/billing/payment.ts';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import { isStatementRefused } from '#db/client.ts';
import type { Services } from '../services.ts';
import { receiveEvents } from './receive-events.ts';
import { applyAnswer } from './with-claim.ts';

/** Each day has all events, also those that a webhook delivered, and the platform bounds the requests of a run. */
const EVENTS_PER_WRITE = 32;

/**
 * The platform's cron, once a day: fetches the provider's events since the last run, and applies those that no
 * webhook delivered. Events that a webhook delivered change nothing; unknown events are reported, as for webhooks.
 * Ends paused subscriptions that a new one has replaced. Warns of cards that are about to expire, and reports
 * accounts with two paid subscriptions: an operator has to ask which one they want.
 */
export async function reconcileBilling(
  ports: Pick<Services, 'clock' | 'billing' | 'billingProvider'> & { reportError(error: unknown): void },
): Promise<void> {
  const cards = expiringCards(ports.clock.now());
  if (cards) await ports.billing.mailExpiringCards(cards, ports.clock.now());
  for (;;) {
    const events = await ports.billingProvider.eventsSince(await ports.billing.readReconciledUntil());
    for (let start = 0; start < events.length; start += EVENTS_PER_WRITE)
      await receiveGroup(ports, events.slice(start, start + EVENTS_PER_WRITE));
    const last = events.at(-1);
    if (!last) break;
    await ports.billing.markReconciled(last.event.id);
  }
  await endReplaced(ports);
  for (const accountId of await ports.billing.findBilledTwice()) {
    ports.reportError(new Error(`${accountId} pays for more than one subscription.`));
  }
}

/** Writes events together. An event that the database refuses is reported, and keeps no other event from its effect. */
async function receiveGroup(
  ports: Parameters<typeof reconcileBilling>[0],
  events: readonly ReceivedEvent[],
): Promise<void> {
  try {
    await receiveEvents(ports, events);
  } catch (cause) {
    if (!isStatementRefused(cause)) throw cause;
    const [only, ...others] = events;
    if (others.length > 0) for (const event of events) await receiveGroup(ports, [event]);
    else ports.reportError(new Error(`${only?.event.id} was not stored.`, { cause }));
  }
}

/** A paused subscription charges nothing, so ending it a day late costs nothing. */
async function endReplaced(ports: Parameters<typeof reconcileBilling>[0]): Promise<void> {
  for (const subscriptionId of await ports.billing.findReplacedSubscriptions()) {
    try {
      await applyAnswer(ports, await ports.billingProvider.endNow(subscriptionId));
    } catch (error) {
      ports.reportError(error);
    }
  }
}
