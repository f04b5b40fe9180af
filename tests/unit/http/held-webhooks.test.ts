import { expect, test, vi } from 'vitest';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { permissionsOf, type Role, roles } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { HeldDetail, HeldList } from '#app/domain/held-webhooks/held-request.ts';
import {
  archiveHeldWebhooks,
  changeHeldSettings,
  dropHeldWebhooks,
  listHeldWebhooks,
  openHeldWebhook,
  replayHeldWebhooks,
} from '#app/use-cases/held-webhooks/manage-held-webhooks.ts';

const viewer = (role: Role = 'owner') =>
  ({
    role,
    permissions: permissionsOf(role),
    account: { id: 'acc_1' },
    workspace: { id: 'wks_1', name: 'ada' },
  }) as Viewer;
const client = { address: '192.0.2.1', place: null, userAgent: 'test' } as ClientInfo;

/** An object and a log that record their calls in order. */
function ports({ isLogDown = false, isObjectDown = false } = {}) {
  const asked: unknown[] = [];
  const answer =
    <Value>(name: string, value: Value) =>
    async (request: unknown) => {
      if (isObjectDown) throw new Error('The object is down.');
      asked.push([name, request]);
      return { ok: true as const, value };
    };
  return {
    asked,
    workspaceObject: (id: string) => {
      expect(id).toBe('wks_1');
      return {
        listHeld: answer('listHeld', {} as HeldList),
        findHeld: answer('findHeld', { id: 'hld_1', path: '/webhook/a' } as HeldDetail),
        archiveHeld: answer('archiveHeld', new ReadableStream()),
        replayHeld: answer('replayHeld', { count: 1 }),
        dropHeld: answer('dropHeld', { count: 1 }),
        setHeldChoice: answer('setHeldChoice', { paused: true, order: 'behind' } as const),
      };
    },
    auditTrail: {
      record: async (_act: unknown, events: readonly unknown[]) => {
        if (isLogDown) throw new Error('The database is down.');
        asked.push(...events);
      },
    },
    clock: { now: () => 7 },
  };
}
type Ports = ReturnType<typeof ports>;

const path = { path: '/webhook/a' };
const choice = { paused: true, order: 'behind', path: { ...path, choice: 'hold' } } as const;
const account = { accountId: 'acc_1' };

/** Each use case, its calls in order, and the roles that can use it. */
const cases: Array<
  [name: string, run: (given: Ports, by: Viewer) => Promise<unknown>, asked: unknown[], by: Role[]]
> = [
  [
    'lists',
    (given, by) => listHeldWebhooks(given, by, path),
    [['listHeld', { ...path, ...account }]],
    [...roles],
  ],
  [
    'opens',
    (given, by) => openHeldWebhook(given, { viewer: by, client }, 'hld_1'),
    [['findHeld', { id: 'hld_1', ...account }], { kind: 'webhook_opened', subject: '/webhook/a (hld_1)' }],
    ['owner', 'operator'],
  ],
  [
    'downloads',
    (given, by) => archiveHeldWebhooks(given, { viewer: by, client }),
    [{ kind: 'webhooks_downloaded', subject: null }, ['archiveHeld', account]],
    ['owner', 'operator'],
  ],
  [
    'replays',
    (given, by) => replayHeldWebhooks(given, { viewer: by, client }, { ids: ['hld_1', 'hld_2'] }),
    [
      { kind: 'webhooks_replay_requested', subject: 'hld_1, hld_2' },
      ['replayHeld', { ids: ['hld_1', 'hld_2'], ...account }],
    ],
    ['owner', 'operator'],
  ],
  [
    'drops',
    (given, by) => dropHeldWebhooks(given, { viewer: by, client }, path),
    [{ kind: 'webhooks_drop_requested', subject: '/webhook/a' }, ['dropHeld', { ...path, ...account }]],
    ['owner', 'operator'],
  ],
  [
    'changes the settings',
    (given, by) => changeHeldSettings(given, { viewer: by, client }, choice),
    [
      { kind: 'webhooks_paused', subject: null },
      { kind: 'webhooks_order_changed', subject: null },
      { kind: 'webhook_path_changed', subject: '/webhook/a' },
      ['setHeldChoice', { ...choice, ...account }],
    ],
    ['owner', 'operator'],
  ],
];

test.for(cases)(
  '%s for permitted roles, and records it before it shows or changes anything',
  async ([, run, asked, by]) => {
    for (const role of roles) {
      const given = ports();
      if (by.includes(role)) {
        await run(given, viewer(role));
        expect(given.asked, role).toEqual(asked);
      } else {
        await expect(run(given, viewer(role)), role).rejects.toMatchObject({ code: 'forbidden' });
        expect(given.asked, role).toEqual([]);
      }
    }
  },
);

test.for(cases.slice(1))('%s nothing that cannot be recorded', async ([, run]) => {
  const given = ports({ isLogDown: true });
  const shown = vi.fn();
  await expect(run(given, viewer()).then(shown)).rejects.toMatchObject({ code: 'held_webhooks_unavailable' });
  expect(shown).not.toHaveBeenCalled();
  expect(given.asked.filter((one) => Array.isArray(one) && one[0] !== 'findHeld')).toEqual([]);
});

test.for(cases)('%s: an unavailable object has its own error code', async ([, run]) => {
  const down = ports({ isObjectDown: true });
  await expect(run(down, viewer())).rejects.toMatchObject({ code: 'held_webhooks_unavailable' });
});

test('records resuming', async () => {
  const given = ports();
  await changeHeldSettings(given, { viewer: viewer(), client }, { paused: false });
  expect(given.asked[0]).toEqual({ kind: 'webhooks_resumed', subject: null });
});
