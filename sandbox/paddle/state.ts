import { join } from 'node:path';
import type { Adjustment, PaddleEvent, Subscription, Transaction } from './billing-types.ts';
import { Collection } from './collection.ts';
import { idMaker } from './ids.ts';
import type { Line } from './totals.ts';
import type { Address, Business, Customer, PaymentMethod } from './types.ts';

/** A customer and their credit, in minor units. */
export type CustomerRecord = { id: string; customer: Customer; creditBalance: number };

/** A stored card and whether its bank pays. */
export type PaymentMethodRecord = { id: string; method: PaymentMethod; pays: boolean };

/** Why updates of a subscription are refused for now, or `waiting` until the lock is cleared; set by hand, to see how a client reacts. */
export const lockModes = ['none', 'processing', 'outstanding', 'concurrent', 'waiting'] as const;
export type LockMode = (typeof lockModes)[number];

export type SubscriptionRecord = {
  id: string;
  subscription: Subscription;
  paymentMethodId: string;
  /** UTC milliseconds. The day of the month of this instant is the billing day. */
  billingAnchor: number;
  /** The lines that the next renewal charges beside the items. */
  pendingLines: readonly Line[];
  lock: LockMode;
};

/** An event and the state of its delivery; `nextAttemptAt` is UTC milliseconds. */
export type EventRecord = {
  id: string;
  event: PaddleEvent;
  delivery: { status: 'pending' | 'delivered' | 'given-up'; attempts: number; nextAttemptAt: number };
};

type Settings = {
  directory: string;
  /** The base URL of this sandbox, without a trailing slash. */
  baseUrl: string;
  now: () => number;
};

/** The whole state of the simulated Paddle, on disk. Changes notify the listener with events. */
export class PaddleState {
  readonly baseUrl: string;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly customers: Collection<CustomerRecord>;
  readonly addresses: Collection<Address>;
  readonly businesses: Collection<Business>;
  readonly paymentMethods: Collection<PaymentMethodRecord>;
  readonly transactions: Collection<Transaction>;
  readonly subscriptions: Collection<SubscriptionRecord>;
  readonly adjustments: Collection<Adjustment>;
  readonly events: Collection<EventRecord>;
  #onEvent: (record: EventRecord) => void = () => {};
  #lastMicros: number;

  constructor({ directory, baseUrl, now }: Settings) {
    this.baseUrl = baseUrl;
    this.now = now;
    this.newId = idMaker(now);
    const within = (name: string) => join(directory, name);
    this.customers = new Collection(within('customers'));
    this.addresses = new Collection(within('addresses'));
    this.businesses = new Collection(within('businesses'));
    this.paymentMethods = new Collection(within('payment-methods'));
    this.transactions = new Collection(within('transactions'));
    this.subscriptions = new Collection(within('subscriptions'));
    this.adjustments = new Collection(within('adjustments'));
    this.events = new Collection(within('events'));
    this.#lastMicros = 0;
  }

  /** Sets the listener that delivers the events from now on. */
  onEvent(listener: (record: EventRecord) => void): void {
    this.#onEvent = listener;
  }

  /** Records an event, with `data` as it is now. */
  emit(type: string, data: object): void {
    const id = this.newId('evt');
    const record: EventRecord = {
      id,
      event: {
        event_id: id,
        event_type: type,
        occurred_at: this.#occurredAt(),
        notification_id: this.newId('ntf'),
        data: structuredClone({ ...data }),
      },
      delivery: { status: 'pending', attempts: 0, nextAttemptAt: this.now() },
    };
    this.#onEvent(this.events.put(record));
  }

  /** Paddle's event timestamps have microseconds; two events never share one. */
  #occurredAt(): string {
    this.#lastMicros = Math.max(this.now() * 1000, this.#lastMicros + 1);
    const milliseconds = new Date(Math.floor(this.#lastMicros / 1000)).toISOString().slice(0, -1);
    return `${milliseconds}${String(this.#lastMicros % 1000).padStart(3, '0')}Z`;
  }
}
