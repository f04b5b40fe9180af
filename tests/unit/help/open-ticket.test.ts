import { beforeEach, expect, test } from 'vitest';
import { permissionsOf, type Role } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Attachment } from '#app/domain/help/attachment.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import type { AttachmentStore } from '#app/use-cases/support/attachment-store.ts';
import { openTicket } from '#app/use-cases/support/open-ticket.ts';
import { readAttachment } from '#app/use-cases/support/read-attachment.ts';
import type { NewTicket, TicketStore } from '#db/queries/support.ts';
import { instanceView } from '../components/instance-view.ts';

const now = Date.UTC(2026, 10, 21);
const viewer = {
  user: { id: 'usr_1', username: 'ada', name: 'Ada', email: 'ada@example.com', confirmationSentAt: 0 },
  role: 'member',
  permissions: permissionsOf('member'),
  account: { id: 'acc_1', name: 'ada-labs', timezone: 'Etc/UTC', taxInclusive: false },
  plan: {
    id: 'starter',
    displayName: 'Starter',
    group: 'opt-in',
    version: 3,
    slug: 'starter',
    supportTier: 'forum',
  },
  subscription: null,
  workspace: { id: 'wks_1', name: 'ada-labs' },
} as unknown as Viewer;
const file: Attachment = { name: 'a.txt', type: 'text/plain', bytes: new TextEncoder().encode('log') };
const form = { subject: 'It hangs', body: 'Always.', formKey: 'k'.repeat(43), attachment: file };

type Opened = Parameters<TicketStore['open']>[0];

let files: Map<string, Uint8Array>;
let opened: Opened[];
let reported: unknown[];

beforeEach(() => {
  files = new Map();
  opened = [];
  reported = [];
});

/** Working ports, except those that a test replaces. */
function ports(failing: {
  put?: Error;
  remove?: Error;
  view?: Error;
  open?: (input: Opened) => Awaited<ReturnType<TicketStore['open']>>;
}) {
  const fail = (error: Error | undefined) => {
    if (error) throw error;
  };
  const attachments: AttachmentStore = {
    async put(key, bytes) {
      fail(failing.put);
      files.set(key, bytes);
    },
    async get(key) {
      const bytes = files.get(key);
      return bytes ? { content: new Blob([bytes as BlobPart]).stream(), bytes: bytes.byteLength } : null;
    },
    async remove(key) {
      fail(failing.remove);
      files.delete(key);
    },
  };
  return {
    clock: { now: () => now },
    throttles: { count: async () => [] },
    supportEmail: 'support@weft.example',
    attachments,
    tickets: {
      async open(input: Opened) {
        opened.push(input);
        return (
          failing.open?.(input) ?? {
            attempts: 1,
            limit: 10,
            windowEndsAt: now + HOUR_MS,
            ticketId: input.ticket.id,
          }
        );
      },
    } as TicketStore,
    workspaceObject: () => ({
      async view() {
        fail(failing.view);
        return instanceView({ version: { name: '1.99.0' } });
      },
    }),
    reportError: (error: unknown) => reported.push(error),
  };
}

const ticketOf = (): NewTicket => {
  const [input] = opened;
  if (!input) throw new Error('No ticket was written.');
  return input.ticket;
};

test('opens a ticket with its file and two mails', async () => {
  const id = await openTicket(ports({}), viewer, form);
  expect(ticketOf()).toMatchObject({
    id,
    attachment: { key: `tickets/acc_1/${id}`, name: 'a.txt', bytes: 3 },
  });
  expect([...files.keys()]).toEqual([`tickets/acc_1/${id}`]);
  expect(opened[0]?.mails.map(({ template, to }) => [template, to])).toEqual([
    ['support_ticket', 'support@weft.example'],
    ['support_ticket_copy', 'ada@example.com'],
  ]);
  expect(reported).toEqual([]);
});

test('opens a ticket without its file while the store is down, and says so', async () => {
  const failure = new Error('R2 is down');
  const id = await openTicket(ports({ put: failure }), viewer, form);
  expect(ticketOf()).toMatchObject({ id, attachment: { key: null, name: 'a.txt' } });
  expect(JSON.stringify(opened[0]?.mails)).toContain('"name":"a.txt","bytes":3,"key":null');
  expect(reported).toEqual([failure]);
});

test('opens a ticket while the workspace’s object is down', async () => {
  const failure = new Error('the object does not answer');
  await openTicket(ports({ view: failure }), viewer, form);
  expect(opened[0]?.mails[0]?.data).toMatchObject({ workspace: { status: null, version: null } });
  expect(reported).toEqual([failure]);
});

test('a repeated form returns its first ticket and stores no second file', async () => {
  const open = () => ({ attempts: 11, limit: 10, windowEndsAt: now + HOUR_MS, ticketId: 'tkt_before' });
  expect(await openTicket(ports({ open }), viewer, form)).toBe('tkt_before');
  expect(files.size).toBe(0);
  expect(await openTicket(ports({ open, remove: new Error('R2 is down') }), viewer, form)).toBe('tkt_before');
  expect(reported).toHaveLength(1);
});

test('refuses the eleventh ticket of an hour with Retry-After, and stores no file', async () => {
  const open = () => ({ attempts: 11, limit: 10, windowEndsAt: now + 90_500, ticketId: null });
  await expect(openTicket(ports({ open }), viewer, form)).rejects.toMatchObject({
    code: 'too_many_attempts',
    retryAfterSeconds: 91,
  });
  expect(files.size).toBe(0);
});

test('reports a failing database and keeps the file, since the row may exist', async () => {
  const open = () => {
    throw new Error('the connection broke');
  };
  await expect(openTicket(ports({ open }), viewer, form)).rejects.toMatchObject({ code: 'ticket_not_sent' });
  expect(files.size).toBe(1);
});

test('refuses a ticket from an unknown role', async () => {
  const role = String('ghost') as Role;
  const stranger = { ...viewer, role, permissions: permissionsOf(role) };
  await expect(openTicket(ports({}), stranger, form)).rejects.toMatchObject({ code: 'forbidden' });
  expect(opened).toEqual([]);
  expect(files.size).toBe(0);
});

test('reads an attachment, hides missing and foreign ones, and reports a failing store', async () => {
  const kept = { key: 'tickets/acc_1/tkt_1', name: 'a.txt', type: 'text/plain' };
  const tickets = (found: typeof kept | null) => ({ attachmentOf: async () => found });
  const { attachments } = ports({});
  await expect(
    readAttachment({ tickets: tickets(null), attachments }, viewer, 'tkt_1'),
  ).rejects.toMatchObject({
    code: 'attachment_not_found',
  });
  await expect(
    readAttachment({ tickets: tickets(kept), attachments }, viewer, 'tkt_1'),
  ).rejects.toMatchObject({
    code: 'attachment_not_found',
  });
  files.set(kept.key, file.bytes);
  const { content, ...read } = await readAttachment({ tickets: tickets(kept), attachments }, viewer, 'tkt_1');
  expect(read).toEqual({ name: 'a.txt', type: 'text/plain', bytes: 3 });
  expect(await new Response(content).text()).toBe('log');
  const broken = { ...attachments, get: () => Promise.reject(new Error('R2 is down')) };
  await expect(
    readAttachment({ tickets: tickets(kept), attachments: broken }, viewer, 'tkt_1'),
  ).rejects.toMatchObject({ code: 'provider_unavailable' });
});
