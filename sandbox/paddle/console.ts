import { z } from 'zod';
import { type ActionResult, handleAction } from '#sandbox/server/form-action.ts';
import { jsonReply, pageReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import type { Delivery } from './delivery.ts';
import { type PaddleFaults, paddleFaultRequest } from './faults.ts';
import { paddlePage } from './pages.ts';
import { eventsOf, play, ScenarioError, scenarios } from './scenarios.ts';
import { type LockMode, lockModes, type PaddleState } from './state.ts';

type Dependencies = {
  state: PaddleState;
  delivery: Delivery;
  faults: PaddleFaults;
  note: (sentence: string) => void;
};

const simulateRequest = z.object({ subscriptionId: z.string(), scenario: z.enum(scenarios) });
const lockRequest = z.object({ subscriptionId: z.string(), mode: z.enum(lockModes) });

const modeNotes = {
  none: 'Paddle is up again.',
  down: "Paddle's API is down.",
  slow: "Paddle's API is slow.",
  'slow-changes': 'Paddle’s API is slow to change anything.',
} as const;

function refuse(status: number, error: string): ActionResult {
  return { status, body: { error }, note: error };
}

/** The types of undelivered events about the customer with this e-mail. */
function listUndelivered(state: PaddleState, email: string): string[] {
  const customer = state.customers.all().find((record) => record.customer.email === email);
  return state.events
    .all()
    .filter(({ delivery }) => delivery.status === 'pending')
    .map(({ event }) => event)
    .filter(({ data }) => customer && (data.id === customer.id || data.customer_id === customer.id))
    .map(({ event_type }) => event_type);
}

/** The Paddle page's buttons redirect to that page, not to the overview. */
async function backToPaddle(reply: Promise<Reply>): Promise<Reply> {
  const answered = await reply;
  return answered.status === 303
    ? { ...answered, headers: { ...answered.headers, location: '/paddle' } }
    : answered;
}

const lockSentences: Record<LockMode, string> = {
  none: 'can be changed again',
  processing: 'refuses changes (processing)',
  outstanding: 'refuses changes (outstanding)',
  concurrent: 'refuses changes (concurrent)',
  waiting: 'keeps changes waiting',
};

/** The controls of the simulated Paddle for people and tests: the page, the scenarios, the locks and the fault. */
export function consoleRoutes({ state, delivery, faults, note }: Dependencies): Route[] {
  async function simulate({
    subscriptionId,
    scenario,
  }: z.infer<typeof simulateRequest>): Promise<ActionResult> {
    const record = state.subscriptions.get(subscriptionId);
    if (!record) return refuse(404, `Paddle has no subscription ${subscriptionId}.`);
    const known = state.events.all().length;
    try {
      const sentence = await play(state, delivery, record, scenario);
      const status = state.subscriptions.get(subscriptionId)?.subscription.status;
      const events = state.events
        .all()
        .slice(known)
        .map(({ event }) => event.event_type);
      return {
        body: { subscriptionId, scenario, status, events, message: sentence },
        note: `${subscriptionId}: ${sentence}`,
      };
    } catch (error) {
      if (error instanceof ScenarioError) return refuse(409, error.message);
      throw error;
    }
  }

  function lock({ subscriptionId, mode }: z.infer<typeof lockRequest>): ActionResult {
    const record = state.subscriptions.get(subscriptionId);
    if (!record) return refuse(404, `Paddle has no subscription ${subscriptionId}.`);
    state.subscriptions.put({ ...record, lock: mode });
    return { body: { subscriptionId, mode }, note: `${subscriptionId} ${lockSentences[mode]}.` };
  }

  const action =
    <Schema extends z.ZodType>(
      schema: Schema,
      act: (fields: z.infer<Schema>) => ActionResult | Promise<ActionResult>,
    ) =>
    (request: RouteRequest) =>
      backToPaddle(handleAction(request, schema, act, note));

  return [
    {
      method: 'GET',
      path: '/paddle',
      handle: () =>
        pageReply(
          200,
          paddlePage({
            mode: faults.mode,
            subscriptions: state.subscriptions
              .all()
              .toReversed()
              .map((record) => ({
                record,
                email: state.customers.get(record.subscription.customer_id)?.customer.email ?? '',
                card: state.paymentMethods.get(record.paymentMethodId),
                events: eventsOf(state, record.id),
              })),
          }),
        ),
    },
    // A test that compares the portal's state before and after waits until all events are delivered.
    {
      method: 'GET',
      path: '/paddle/undelivered',
      handle: ({ url }) =>
        jsonReply(200, { events: listUndelivered(state, url.searchParams.get('email') ?? '') }),
    },
    { method: 'POST', path: '/paddle/simulate', handle: action(simulateRequest, simulate) },
    { method: 'POST', path: '/paddle/locks', handle: action(lockRequest, lock) },
    {
      method: 'POST',
      path: '/paddle/faults',
      handle: action(paddleFaultRequest, ({ mode }) => {
        faults.set(mode);
        return { body: { mode }, note: modeNotes[mode] };
      }),
    },
  ];
}
