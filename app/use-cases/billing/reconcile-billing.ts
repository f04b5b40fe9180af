import { expiringCards } from '#app/domain/billing/payment.ts';
import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import { isStatementRefused } from '#db/client.ts';
import type { Services } from '../services.ts';
import { tryOrNull } from '../try-or-null.ts';
import { receiveEvents } from './receive-events.ts';
import { applyAnswer } from './with-claim.ts';

/** Each day has all events, also those that a webhook delivered, and the platform bounds the requests of a run. */
const EVENTS_PER_WRITE = 32;

type Ports = Pick<Services, 'clock' | 'billing' | 'billingProvider'> & { reportError(error: unknown): void };

/**
 * The platform's cron, once a day: fetches the provider's events since the last run, and applies those that no
 * webhook delivered. Events that a webhook delivered change nothing; unknown events are reported, as for webhooks.
 * Ends paused subscriptions that a new one has replaced. Warns of cards that are about to expire, and reports
 * accounts with two paid subscriptions: an operator has to ask which one they want. A failure is reported; without the events,
 * only the ending of subscriptions waits for the next day.
 */
export async function reconcileBilling(ports: Ports): Promise<void> {
  for (const work of [mailExpiringCards, catchUp, reportBilledTwice])
    await work(ports).catch(ports.reportError);
}

async function catchUp(ports: Ports): Promise<void> {
  await receiveMissedEvents(ports);
  await endReplaced(ports);
}

async function mailExpiringCards({ clock, billing }: Ports): Promise<void> {
  const cards = expiringCards(clock.now());
  if (cards) await billing.mailExpiringCards(cards, clock.now());
}

/** @throws where the provider lists events again, which would never end. */
async function receiveMissedEvents(ports: Ports): Promise<void> {
  const read = new Set<string | null>();
  let cursor = await ports.billing.readReconciledUntil();
  while (!read.has(cursor)) {
    read.add(cursor);
    const { events, cursor: next } = await ports.billingProvider.eventsSince(cursor);
    for (let start = 0; start < events.length; start += EVENTS_PER_WRITE)
      await receiveGroup(ports, events.slice(start, start + EVENTS_PER_WRITE));
    if (next === null) return;
    cursor = next;
    await ports.billing.markReconciled(cursor);
  }
  throw new Error(`The provider lists ${cursor} again after itself.`);
}

async function reportBilledTwice({ billing, reportError }: Ports): Promise<void> {
  for (const accountId of await billing.findBilledTwice())
    reportError(new Error(`${accountId} pays for more than one subscription.`));
}

/** Writes events together. An event that the database refuses is reported, and keeps no other event from its effect. */
async function receiveGroup(ports: Ports, events: readonly ReceivedEvent[]): Promise<void> {
  try {
    await receiveEvents(ports, events);
  } catch (cause) {
    if (!isStatementRefused(cause)) throw cause;
    const [only, ...others] = events;
    if (others.length > 0) for (const event of events) await receiveGroup(ports, [event]);
    else ports.reportError(new Error(`${only?.event.id} was not stored.`, { cause }));
  }
}

/**
 * A paused subscription charges nothing, so ending it a day late costs nothing. The provider's own status decides: a webhook or event of
 * its resumption can be lost.
 */
async function endReplaced(ports: Ports): Promise<void> {
  const { billing, billingProvider } = ports;
  for (const subscriptionId of await billing.findReplacedSubscriptions())
    await tryOrNull(ports, async () => {
      const found = await billingProvider.subscription(subscriptionId);
      const isPaused = found.subscription.status === 'paused';
      await applyAnswer(ports, isPaused ? await billingProvider.endNow(subscriptionId) : found);
    });
}
