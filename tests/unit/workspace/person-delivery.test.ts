import { describe, expect, test } from 'vitest';
import type { Role } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import type { WorkspaceRpc } from '#app/use-cases/workspace/rpc.ts';

const NOW = Date.UTC(2026, 10, 21);
const payload = { workspaceId: 'wks_1', accountId: 'acc_1', email: 'eve@example.com' };

function failIfCalled(): never {
  throw new Error('the delivery about a person needs nothing of this');
}

type Kind = 'workspace.sign_out' | 'workspace.set_person';
type Send = (workspaceId: string, person: object) => ReturnType<WorkspaceRpc['signOut']>;
const kinds: Kind[] = ['workspace.sign_out', 'workspace.set_person'];

/** Delivers one message at the given attempt for a person with `role`. @returns the outcome. */
async function deliver(kind: Kind, attempts: number, send: Send, role: Role | null = null) {
  const came = { delivered: [] as string[], failed: [] as string[], reported: [] as string[] };
  const message: OutboxMessage = {
    id: 'msg_1',
    attempts,
    createdAt: NOW,
    cause: null,
    kind,
    payload,
  };
  let now = NOW;
  const ports: DeliverOutboxPorts = {
    clock: { now: () => now },
    outbox: {
      claim: async () => [message],
      admitMails: failIfCalled,
      markDelivered: async (ids) => void came.delivered.push(...ids),
      markFailed: async (failures) => void came.failed.push(...failures.map(({ error }) => error)),
    },
    mailer: { send: failIfCalled },
    logDroppedMail: failIfCalled,
    workspaces: {
      instanceFacts: failIfCalled,
      sumMemoryByCluster: failIfCalled,
      assignCluster: failIfCalled,
      async roleOf(accountId, email) {
        now += 1_000;
        return accountId === 'acc_1' && email === payload.email ? role : failIfCalled();
      },
      page: failIfCalled,
      requeueFacts: failIfCalled,
      addressOf: failIfCalled,
    },
    workspaceObject: (workspaceId) => ({
      receiveFacts: failIfCalled,
      signOut: kind === 'workspace.sign_out' ? (person) => send(workspaceId, person) : failIfCalled,
      setPerson: kind === 'workspace.set_person' ? (person) => send(workspaceId, person) : failIfCalled,
      closeLive: failIfCalled,
      announcePayment: failIfCalled,
    }),
    billing: { claimRepair: failIfCalled, releaseChange: failIfCalled },
    customers: { contacts: failIfCalled },
    overage: { charge: failIfCalled, settle: failIfCalled },
    billingProvider: {
      chargeOverage: failIfCalled,
      subscription: failIfCalled,
      refundLostCharge: failIfCalled,
      moveCustomer: failIfCalled,
    },
    clusters: [],
    reportError: (error) => void came.reported.push(String(error)),
  };
  await deliverOutbox(ports);
  return came;
}

const refusing = (code: ErrorCode) => async () => ({ ok: false, code }) as const;

test('delivers a sign-out to its workspace', async () => {
  const asked: unknown[] = [];
  const came = await deliver('workspace.sign_out', 1, async (workspaceId, person) => {
    asked.push([workspaceId, person]);
    return { ok: true, value: null };
  });
  expect(asked).toEqual([['wks_1', { accountId: 'acc_1', email: 'eve@example.com', at: NOW }]]);
  expect(came).toEqual({ delivered: ['msg_1'], failed: [], reported: [] });
});

test.each(['operator', 'owner', null] as const)(
  "sends a workspace the person's role at delivery: %s",
  async (role) => {
    const asked: unknown[] = [];
    const send: Send = async (workspaceId, person) => {
      asked.push([workspaceId, person]);
      return { ok: true, value: null };
    };
    const came = await deliver('workspace.set_person', 1, send, role);
    const person = { accountId: 'acc_1', email: 'eve@example.com', role };
    // The instant before the role was read: a change after it may not be in the role.
    expect(asked).toEqual([['wks_1', { ...person, at: NOW }]]);
    expect(came).toEqual({ delivered: ['msg_1'], failed: [], reported: [] });
  },
);

test('keeps a message that a newer deployment wrote', async () => {
  const came = await deliver('workspace.newer' as Kind, 1, failIfCalled);
  expect(came).toMatchObject({ delivered: [], failed: [expect.stringContaining('workspace.newer')] });
});

describe.each(kinds)('%s', (kind) => {
  test.each([1, 5, 500])('attempt %i waits for a stopped workspace without a report', async (attempts) => {
    const came = await deliver(kind, attempts, refusing('workspace_not_online'));
    expect(came).toEqual({ delivered: [], failed: ['AppError: workspace_not_online'], reported: [] });
  });

  test.each([
    ['another refusal', refusing('workspace_not_found'), 'AppError: workspace_not_found'],
    ['a workspace that does not answer', () => Promise.reject(new Error('network')), 'Error: network'],
  ])('retries %s, and reports it at the fifth attempt, then once a day', async (_what, send, error) => {
    for (const attempts of [4, 6, 52])
      expect(await deliver(kind, attempts, send)).toEqual({ delivered: [], failed: [error], reported: [] });
    for (const attempts of [5, 53])
      expect(await deliver(kind, attempts, send)).toMatchObject({ failed: [error], reported: [error] });
  });
});
