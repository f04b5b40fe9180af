import { beforeEach, describe, expect, inject, test } from 'vitest';
import { addTeammate, allMails, type Owner, setUpOwner } from '../support/people.ts';
import { PortalClient } from '../support/portal-client.ts';
import { rawRequest } from '../support/raw-request.ts';
import { one, setCounter } from '../support/rows.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { ask, formKeyOf, pixel, ticketIdOf } from '../support/ticket-calls.ts';

const portal = inject('portal');
const database = openTestDatabase(portal.databaseUrl);
const MIB = 1024 * 1024;
const SUPPORT = 'support@weft.example';

let owner: Owner;
beforeEach(async () => {
  owner = await setUpOwner(portal, database);
});

const ticketsOf = async (accountId: string) => {
  const sql = 'SELECT * FROM support_tickets WHERE account_id = ? ORDER BY created_at';
  return (await database.execute({ sql, args: [accountId] })).rows;
};
const helpPage = async (client = owner.client) => (await client.get('/help')).text();
const referenceOf = (id: string) => (id.slice(4).toUpperCase().match(/.{4}/g) ?? []).join('-');
/** Support mails about this account; all accounts' tickets go to the same address. */
const supportMails = async () =>
  (await allMails(owner.client, database, SUPPORT)).filter(({ text }) => text.includes(owner.accountId));
const sentenceOf = (html: string) => html.replace(/&#x27;/g, "'");

describe('a ticket', () => {
  test('reaches support with the account’s context, and its sender with a copy', async () => {
    const answer = await ask(owner.client, { subject: 'It hangs', body: 'Every day\nat noon.' });
    const id = ticketIdOf(answer);
    const page = await (await owner.client.get(`/help?sent=${id}`)).text();
    expect(page).toContain('Your request is on its way');
    expect(page).toContain(`Its reference is <strong>${referenceOf(id)}</strong>`);

    const [mail, ...more] = await supportMails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`[${referenceOf(id)}] It hangs`);
    for (const line of [
      `From: Ada Lovelace (${owner.userId}), ${owner.fields.email}, Owner`,
      `Account: ${owner.fields.accountName} (${owner.accountId})`,
      'Plan: Trial (trial-1)',
      'Billing: No subscription',
      // No account here has a workspace in a cluster.
      'Workspace status: Unknown',
      '> Every day',
      '> at noon.',
    ]) {
      expect(mail?.text.split('\n')).toContain(line);
    }
    const inbox = await (await fetch(`${portal.sandboxUrl}/inbox/${mail?.id}`)).text();
    expect(inbox).toContain(`<dt>Reply to</dt><dd>${owner.fields.email}</dd>`);

    const copies = await allMails(owner.client, database, owner.fields.email);
    expect(copies.map(({ subject }) => subject)).toEqual(['We received your request: It hangs']);
    expect(copies[0]?.text).toContain(referenceOf(id));
    expect(copies[0]?.text).not.toContain(owner.accountId);
  });

  test('is listed only for its author, as is its notice', async () => {
    const teammate = await addTeammate(owner, database, 'owner');
    const id = ticketIdOf(await ask(owner.client, { subject: 'A subject of my own' }));
    const mine = await helpPage();
    expect(mine).toContain('Your requests');
    expect(mine).toContain('A subject of my own');
    expect(mine).toContain(referenceOf(id));
    for (const client of [teammate.client, (await setUpOwner(portal, database)).client]) {
      const theirs = await (await client.get(`/help?sent=${id}`)).text();
      expect(theirs).not.toContain('A subject of my own');
      expect(theirs).not.toContain(referenceOf(id));
      expect(theirs).not.toContain('Your request is on its way');
    }
  });

  test('posted twice concurrently, and again later, is stored once', async () => {
    const formKey = await formKeyOf(owner.client);
    const file = new File([pixel], 'a.png');
    const answers = await Promise.all([1, 2, 3].map(() => ask(owner.client, { formKey }, file)));
    const again = await ask(owner.client, { formKey }, file);
    expect(new Set([...answers, again].map(ticketIdOf)).size).toBe(1);
    expect(await ticketsOf(owner.accountId)).toHaveLength(1);
    expect(await supportMails()).toHaveLength(1);
    expect(await allMails(owner.client, database, owner.fields.email)).toHaveLength(1);
    const id = ticketIdOf(again);
    expect((await owner.client.get(`/help/tickets/${id}/attachment`)).status).toBe(200);
    const next = ticketIdOf(await ask(owner.client));
    expect(next).not.toBe(id);
    expect(await ticketsOf(owner.accountId)).toHaveLength(2);
  });

  test('has a one-line subject and plain text', async () => {
    const subject = 'Help\r\nBcc: everyone@example.com\0 <b>now</b> {{x}} $t(mail.greeting)';
    const body = '<script>alert(1)</script>\0\r\n.\r\nRCPT TO: <x@example.com>';
    const id = ticketIdOf(await ask(owner.client, { subject, body }));
    const [row] = await ticketsOf(owner.accountId);
    expect(row).toMatchObject({
      subject: 'Help Bcc: everyone@example.com <b>now</b> {{x}} $t(mail.greeting)',
      body: '<script>alert(1)</script>\n.\nRCPT TO: <x@example.com>',
    });
    const [mail] = await supportMails();
    expect(mail?.subject).toBe(
      `[${referenceOf(id)}] Help Bcc: everyone@example.com <b>now</b> {{x}} $t(mail.greeting)`,
    );
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(await helpPage()).not.toContain('<b>now</b>');
  });

  test('without a subject or a text is refused, and keeps its input', async () => {
    const answer = await ask(owner.client, { subject: ' ', body: 'Only a <text>.' });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('Please enter a subject.');
    expect(page).toContain('Only a &lt;text&gt;.</textarea>');
    expect(page).toContain('If you had chosen a file, please choose it again.');
    expect((await ask(owner.client, { body: 'a'.repeat(5_001) })).status).toBe(422);
    expect((await ask(owner.client, { subject: 'a'.repeat(121) })).status).toBe(422);
    expect(await ticketsOf(owner.accountId)).toEqual([]);
  });

  test.for(['', 'short', '../../x', '"><script>'.repeat(3)])(
    'with the unknown form key %j is refused',
    async (formKey) => {
      expect((await ask(owner.client, { formKey })).status).toBe(400);
      expect(await ticketsOf(owner.accountId)).toEqual([]);
    },
  );

  test('is refused from an eleventh on within an hour, for the whole account', async () => {
    await setCounter(database, `ticket:account:${owner.accountId}`, 9);
    const formKey = await formKeyOf(owner.client);
    const tenth = ticketIdOf(await ask(owner.client, { formKey }));
    const teammate = await addTeammate(owner, database, 'member');
    for (const { client } of [owner, teammate]) {
      const answer = await ask(client, { body: 'Words that must not be lost.' }, new File([pixel], 'a.png'));
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(3_000);
      const page = await answer.text();
      expect(page).toContain('Too many attempts. Please wait a while and try again.');
      expect(page).toContain('Words that must not be lost.');
    }
    expect(await ticketsOf(owner.accountId)).toHaveLength(1);
    expect(await supportMails()).toHaveLength(1);
    // The same form key creates no second ticket, so it is not refused.
    expect(ticketIdOf(await ask(owner.client, { formKey }))).toBe(tenth);
  });

  test('is deleted with its author, and blocks nothing', async () => {
    const { client, userId } = await addTeammate(owner, database, 'member');
    ticketIdOf(await ask(client));
    const mine = ticketIdOf(await ask(owner.client));
    const removal = { intent: 'remove-member', userId };
    expect((await owner.client.post('/account/members', removal)).headers.get('Location')).toBe(
      '/account/members',
    );
    expect((await ticketsOf(owner.accountId)).map(({ id }) => id)).toEqual([mine]);
  });

  test('is refused from another site and without a sign-in', async () => {
    const formKey = await formKeyOf(owner.client);
    const body = new URLSearchParams({ formKey, subject: 'x', body: 'y' });
    const foreign = await owner.client.request('/help', {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body,
    });
    expect(foreign.status).toBe(403);
    const stranger = await ask(new PortalClient(portal), { formKey });
    expect(stranger.headers.get('Location')).toBe('/login?returnPath=%2Fhelp');
    expect(await ticketsOf(owner.accountId)).toEqual([]);
  });
});

describe('an attachment', () => {
  test('is downloaded unchanged, by its sender only', async () => {
    const id = ticketIdOf(
      await ask(owner.client, {}, new File([pixel], 'Grüße "1" 🦆.png', { type: 'text/html' })),
    );
    const path = `/help/tickets/${id}/attachment`;
    expect(await helpPage()).toContain(`href="${path}"`);
    const answer = await owner.client.get(path);
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pixel);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(pixel.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const disposition = answer.headers.get('Content-Disposition') ?? '';
    expect(disposition).toMatch(
      /^attachment; filename="Gru_e [\w ]+\.png"; filename\*=UTF-8''Gr%C3%BC%C3%9Fe%20/,
    );
    expect((await supportMails())[0]?.text).toContain(`under tickets/${owner.accountId}/${id}`);

    const teammate = await addTeammate(owner, database, 'owner');
    const stranger = await setUpOwner(portal, database);
    for (const { client } of [teammate, stranger]) expect((await client.get(path)).status).toBe(404);
    expect((await new PortalClient(portal).get(path)).headers.get('Location')).toMatch(/^\/login/);
    for (const none of ['tkt_000000000000', 'x', '..%2f..%2fx', "'%20OR%201=1--"]) {
      expect((await owner.client.get(`/help/tickets/${none}/attachment`)).status, none).toBe(404);
    }
  });

  test('is not found for a ticket without one', async () => {
    const id = ticketIdOf(await ask(owner.client));
    expect((await owner.client.get(`/help/tickets/${id}/attachment`)).status).toBe(404);
    expect(await helpPage()).not.toContain('/attachment"');
  });

  test.for([
    ['page.html', '<script>alert(1)</script>'],
    ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['picture.png', 'not a picture'],
    ['picture.png.exe', pixel],
    ['nul.txt', 'one\0two'],
    ['none', pixel],
  ] as const)('%s is refused by its type, and the words stay', async ([name, content]) => {
    const answer = await ask(
      owner.client,
      { body: 'My words.' },
      new File([content], String(name), { type: 'image/png' }),
    );
    expect(answer.status).toBe(422);
    const page = sentenceOf(await answer.text());
    expect(page).toContain(
      'This file type can’t be attached. Please choose a PNG, JPG, GIF, WebP, PDF, TXT, LOG or JSON file.',
    );
    expect(page).toContain('My words.</textarea>');
    expect(await ticketsOf(owner.accountId)).toEqual([]);
  });

  test('is refused when it is empty', async () => {
    const answer = await ask(owner.client, {}, new File([], 'empty.txt'));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('This file is empty. Please choose another.');
  });

  test('accepts 5 MB, and refuses a larger file without losing the text', async () => {
    const five = 5 * MIB;
    const text = 'a'.repeat(five);
    const id = ticketIdOf(await ask(owner.client, {}, new File([text], 'full.log')));
    const answer = await owner.client.get(`/help/tickets/${id}/attachment`);
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe(text);
    expect(await helpPage()).toContain('Download full.log (5.2 MB)');

    const more = await ask(owner.client, {}, new File([text, 'a'], 'more.log'));
    expect(more.status).toBe(422);
    expect(await more.text()).toContain('This file is larger than 5 MB. Please choose a smaller one.');
    const huge = await ask(owner.client, { body: 'My words.' }, new File([text, text], 'huge.log'));
    expect(huge.status).toBe(422);
    const page = await huge.text();
    expect(page).toContain('This file is larger than 5 MB. Please choose a smaller one.');
    expect(page).toContain('My words.</textarea>');
    const headers = { Origin: portal.portalUrl, 'Content-Type': 'text/plain' };
    const other = await owner.client.request('/help', { method: 'POST', headers, body: text + text });
    expect(other.status).toBe(413);
    expect(await ticketsOf(owner.accountId)).toHaveLength(1);
  });

  test('of 17 MiB is refused without losing the text', async () => {
    const file = new File([new Uint8Array(17 * MIB)], 'huge.log');
    const answer = await ask(owner.client, { body: 'My words.' }, file);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('This file is larger than 5 MB. Please choose a smaller one.');
    expect(page).toContain('My words.</textarea>');
  });

  test('in a form above 100 MiB is refused with it, before the form is sent', async () => {
    const { port, host } = new URL(portal.portalUrl);
    const cookies = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`);
    // The portal closes the connection, where `fetch` would still be writing.
    const { status } = await rawRequest(port, [
      'POST /help HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${portal.portalUrl}`,
      `Cookie: ${cookies.join('; ')}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${100 * MIB + 1}`,
    ]);
    expect(status).toBe(413);
  });

  test('in a form of unknown length above 6 MiB is refused with it', async () => {
    const form = new FormData();
    form.set('attachment', new File([new Uint8Array(7 * MIB)], 'huge.log'));
    const { body, headers } = new Response(form);
    const answer = await owner.client.request('/help', {
      method: 'POST',
      headers: { Origin: portal.portalUrl, 'Content-Type': headers.get('Content-Type') ?? '' },
      body,
      ...({ duplex: 'half' } as object),
    });
    expect(answer.status).toBe(413);
  });

  test('is the only reason for a larger body: other pages and other methods accept 1 MB', async () => {
    const form = new FormData();
    form.set('attachment', new File(['a'.repeat(2 * MIB)], 'full.log'));
    for (const [path, method] of [
      ['/account', 'POST'],
      ['/help/tickets/x/attachment', 'POST'],
      ['/help', 'PUT'],
    ] as const) {
      const headers = { Origin: portal.portalUrl };
      const answer = await owner.client.request(path, { method, headers, body: form });
      expect(answer.status, `${method} ${path}`).toBe(413);
    }
    // The same page, spelled otherwise: the form lacks its fields.
    for (const path of ['/help/', '/Help']) {
      const headers = { Origin: portal.portalUrl };
      const answer = await owner.client.request(path, { method: 'POST', headers, body: form });
      expect(answer.status, path).toBe(400);
    }
  });

  test.for([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    // The runtime reads a backslash in a form as an escape.
    ['C:\\temp\\run.log', 'C_temprun.log'],
    ['a"b;c.txt', 'a_b;c.txt'],
  ] as const)('called %s is called %s', async ([name, kept]) => {
    ticketIdOf(await ask(owner.client, {}, new File(['log'], name)));
    const [row] = await ticketsOf(owner.accountId);
    // Browsers, like this test's client, encode a quote as %22.
    expect(String(row?.attachment_name).replace('%22', '_')).toBe(kept);
    expect(String(row?.attachment_key)).toBe(`tickets/${owner.accountId}/${row?.id}`);
  });

  test('in a form without file support is refused', async () => {
    const formKey = await formKeyOf(owner.client);
    const answer = await owner.client.post('/help', {
      formKey,
      subject: 'x',
      body: 'y',
      attachment: 'a.png',
    });
    expect(answer.status).toBe(422);
    const none = await owner.client.post('/help', { formKey, subject: 'x', body: 'y' });
    ticketIdOf(none);
  });
});

test('a ticket costs two round trips and one object call', async () => {
  const answer = await ask(owner.client);
  expect(answer.headers.get('Server-Timing')).toBe('db;desc="2", object;desc="1"');
  expect(
    await one(database, 'SELECT count(*) AS n FROM support_tickets WHERE account_id = ?', owner.accountId),
  ).toEqual({ n: 1 });
});
