import { type Html, html } from '#sandbox/server/html.ts';
import { layout, when } from '#sandbox/server/layout.ts';
import type { PaddleMode } from './faults.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import {
  type EventRecord,
  type LockMode,
  lockModes,
  type PaymentMethodRecord,
  type SubscriptionRecord,
} from './state.ts';

type SubscriptionView = {
  record: SubscriptionRecord;
  email: string;
  card: PaymentMethodRecord | undefined;
  /** Oldest first. */
  events: readonly EventRecord[];
};

const scenarioLabels: Record<Scenario, string> = {
  renewal: 'Renew',
  payment_failed: 'Payment fails',
  recovered: 'Payment recovered',
  paused: 'Pause (dunning ends)',
  resumed: 'Resume',
  canceled: 'Cancel',
  refund: 'Refund',
  duplicate: 'Send last event again',
  reorder: 'Swap last two events',
};

const lockLabels: Record<LockMode, string> = {
  none: 'No lock',
  processing: 'Renewal is near',
  outstanding: 'Payment outstanding',
  concurrent: 'Another change in progress',
  waiting: 'Answer later',
};

const modeLabels: Record<PaddleMode, string> = {
  none: 'Up',
  down: 'Down',
  slow: 'Slow',
  'slow-changes': 'Slow to change',
};

const statusClass: Record<SubscriptionRecord['subscription']['status'], string> = {
  active: 'good',
  past_due: 'bad',
  paused: 'bad',
  canceled: 'quiet',
};

const shownEvents = 12;

/** Switches of Paddle's API; the overview has them too. */
export function paddleModeForm(mode: PaddleMode): Html {
  const button = (value: PaddleMode) =>
    html`<button name="mode" value="${value}" aria-pressed="${value === mode ? 'true' : 'false'}">${modeLabels[value]}</button>`;
  return html`<form class="buttons" method="post" action="/paddle/faults"><span>Paddle</span>
    ${button('none')}${button('down')}${button('slow')}${button('slow-changes')}</form>`;
}

function deliveryText({ delivery }: EventRecord): string {
  if (delivery.status === 'delivered') return 'delivered';
  if (delivery.status === 'given-up') return `given up after ${delivery.attempts}`;
  return delivery.attempts === 0 ? 'on its way' : `tried ${delivery.attempts} times`;
}

function eventList(events: readonly EventRecord[]): Html {
  return html`<ul class="list">${events
    .toReversed()
    .slice(0, shownEvents)
    .map(
      (record) => html`<li class="row"><span class="grow">${record.event.event_type}</span>
        <span class="quiet">${deliveryText(record)}</span>
        <span class="quiet">${when(Date.parse(record.event.occurred_at))}</span></li>`,
    )}</ul>`;
}

function dates({ subscription }: SubscriptionRecord): Html {
  const { next_billed_at, scheduled_change, billing_cycle } = subscription;
  return html`<dt>Billed</dt><dd>every ${billing_cycle.interval}${
    next_billed_at === null ? undefined : html`, next ${when(Date.parse(next_billed_at))}`
  }</dd>
  ${
    scheduled_change
      ? html`<dt>Scheduled</dt><dd>${scheduled_change.action} ${when(Date.parse(scheduled_change.effective_at))}</dd>`
      : undefined
  }`;
}

function subscriptionCard({ record, email, card, events }: SubscriptionView): Html {
  const { subscription } = record;
  const hidden = html`<input type="hidden" name="subscriptionId" value="${record.id}">`;
  return html`<section class="card">
    <div class="row" style="padding:0"><h2 class="grow" style="margin:0">${email}</h2>
      <span class="state ${statusClass[subscription.status]}">${subscription.status}</span></div>
    <dl class="facts" style="margin:.5rem 0 0">
      <dt>Id</dt><dd>${record.id}</dd>
      <dt>Items</dt><dd>${subscription.items.map(({ product, price, quantity }) => `${quantity} × ${product.name}, ${price.name}`).join('; ')}</dd>
      ${dates(record)}
      ${
        card
          ? html`<dt>Card</dt><dd>${card.method.card.type} ending in ${card.method.card.last4}${card.pays ? '' : ', declines'}</dd>`
          : undefined
      }
    </dl>
    <form class="buttons" method="post" action="/paddle/simulate"><span class="quiet">Happens</span>${hidden}
      ${scenarios.map((scenario) => html`<button name="scenario" value="${scenario}">${scenarioLabels[scenario]}</button>`)}
    </form>
    <form class="buttons" method="post" action="/paddle/locks"><span class="quiet">Changes</span>${hidden}
      ${lockModes.map(
        (mode) =>
          html`<button name="mode" value="${mode}" aria-pressed="${mode === record.lock ? 'true' : 'false'}">${lockLabels[mode]}</button>`,
      )}
    </form>
    <details style="margin-top:.75rem"><summary>Events (${events.length})</summary>${eventList(events)}</details>
  </section>`;
}

/** All subscriptions, with their scenarios. */
export function paddlePage(view: { mode: PaddleMode; subscriptions: readonly SubscriptionView[] }): Html {
  return layout(
    'Paddle',
    html`<h1>Paddle</h1>
    <div class="card">${paddleModeForm(view.mode)}</div>
    ${
      view.subscriptions.length > 0
        ? view.subscriptions.map(subscriptionCard)
        : html`<p class="card quiet">Nobody has bought anything yet. Choose a plan in the portal and pay with 4242 4242 4242 4242.</p>`
    }`,
  );
}
