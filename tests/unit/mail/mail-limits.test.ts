import { beforeEach, describe, expect, test } from 'vitest';
import { KNOWN_BROWSER, noticeMail, unsolicitedMail } from '#app/domain/access/mail-limits.ts';
import { findMailLimit } from '#app/domain/mail/mail-rules.ts';
import { type Mail, mailSchema } from '#app/domain/mail/messages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { type DeliverOutboxPorts, deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { ownMemoryDatabase } from '../../support/memory-database.ts';

type Template = Mail['template'];
const templates = mailSchema.options.map(({ shape }) => shape.template.value);
const limitOf = (template: Template) => findMailLimit({ template, data: {} } as Mail)?.limit;
const start = Date.parse('2026-01-01T00:00:00Z');
const { raw, stores } = await ownMemoryDatabase();
let now: number;
let sent: string[];
let dropped: string[];
let isMailerDown: boolean;
let mailCount = 0;

beforeEach(async () => {
  await raw.execute('DELETE FROM outbox');
  now = start;
  sent = [];
  dropped = [];
  isMailerDown = false;
});

interface Written {
  template: Template;
  to?: string;
  cause?: string | null;
}

/** Queues mails as a change's statements do, and delivers them. @returns the number of mails sent. */
async function deliver(mails: readonly Written[]): Promise<number> {
  const before = sent.length;
  await raw.batch(
    mails.map(({ template, to = 'ada@example.com', cause = null }) => {
      mailCount += 1;
      const payload = JSON.stringify({ template, to, data: {} });
      return {
        sql: `INSERT INTO outbox (id, kind, payload, created_at, next_attempt_at, cause)
          VALUES (?, 'mail', ?, ?, ?, ?)`,
        args: [`msg_${mailCount}`, payload, now, now, cause],
      };
    }),
  );
  await run();
  return sent.length - before;
}

const run = () => deliverOutbox(ports as DeliverOutboxPorts);

function failIfCalled(): never {
  throw new Error('a mail needs nothing of this');
}

/** Ports of the delivery; the database is real. */
const ports: Partial<DeliverOutboxPorts> = {
  clock: { now: () => now },
  outbox: stores.outbox,
  mailer: {
    async send(mail) {
      if (isMailerDown) throw new Error('The provider is down.');
      sent.push(mail.template);
    },
  },
  logDroppedMail: ({ template }) => void dropped.push(template),
  reportError: failIfCalled,
};

/** `count` mails, each from another network to another spelling of one inbox. */
const burst = (template: Template, count: number, cause = (index: number) => `network:192.0.2.${index}`) =>
  Array.from({ length: count }, (_, index) => ({
    template,
    to: [`ada+${index}@example.com`, 'Ada@Example.com', `ada+x${index}@EXAMPLE.com`][index % 3] ?? '',
    cause: cause(index),
  }));

const BURST = 50;

describe('a burst of fifty mails to one inbox, from as many networks', () => {
  test.for(templates)('%s arrives as often as its policy allows', async (template) => {
    const allowed = limitOf(template)?.perHour ?? BURST;
    expect(await deliver(burst(template, BURST))).toBe(allowed);
    expect(dropped).toHaveLength(BURST - allowed);
    const { rows } = await raw.execute(
      "SELECT count(*) AS n FROM outbox WHERE delivered_at IS NULL OR payload <> '{}'",
    );
    expect(rows[0]?.n).toBe(0);
  });

  test('classifies every mail that a visitor or another account causes as unsolicited', () => {
    const unsolicited = templates.filter((template) => limitOf(template) === unsolicitedMail);
    expect(unsolicited.sort()).toEqual([
      'already_registered',
      'confirm_email',
      'confirm_new_email',
      'email_already_used',
      'invitation',
      'magic_link',
      'reset_password',
    ]);
  });

  test('an inbox gets the day’s number of mails, then one an hour', async () => {
    const byHour: number[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      now = start + hour * (HOUR_MS + 1);
      byHour.push(await deliver(burst('confirm_email', 20)));
    }
    const { perHour, perDay } = unsolicitedMail;
    const full = perDay / perHour;
    expect(byHour.slice(0, full)).toEqual(Array(full).fill(perHour));
    expect(new Set(byHour.slice(full, 23))).toEqual(new Set([1]));
  });

  test('both mails about a registration share one limit', async () => {
    expect(await deliver(burst('confirm_email', BURST))).toBe(unsolicitedMail.perHour);
    expect(await deliver(burst('already_registered', BURST))).toBe(0);
  });

  test('addresses with Gmail’s dots and domains share one inbox', async () => {
    const to = ['ada@gmail.com', 'a.d.a@gmail.com', 'A.DA+1@googlemail.com', 'ad.a@gmail.com.'];
    const mails = Array.from({ length: 20 }, (_, index) => ({
      template: 'confirm_email' as const,
      to: to[index % to.length] ?? '',
      cause: `network:${index}`,
    }));
    expect(await deliver(mails)).toBe(unsolicitedMail.perHour);
    expect(await deliver([{ template: 'confirm_email', to: 'a.da@example.com' }])).toBe(1);
  });
});

describe('an attacker who floods an inbox', () => {
  test('uses up only one network’s share', async () => {
    expect(await deliver(burst('confirm_email', BURST, () => 'network:192.0.2.1'))).toBe(
      unsolicitedMail.perCause,
    );
    expect(await deliver([{ template: 'confirm_email', cause: 'network:198.51.100.1' }])).toBe(1);
  });

  test('uses up only one kind of mail', async () => {
    await deliver(burst('confirm_email', BURST));
    await deliver(burst('invitation', BURST));
    for (const template of ['magic_link', 'reset_password', 'password_changed'] as const) {
      expect(await deliver([{ template, cause: 'network:198.51.100.1' }]), template).toBe(1);
    }
  });

  test('cannot block a link for a browser that its owner signed in with before', async () => {
    for (let hour = 0; hour < 24; hour += 1) {
      now = start + hour * HOUR_MS;
      await deliver(burst('reset_password', BURST));
      const own = { template: 'reset_password' as const, cause: `${KNOWN_BROWSER}hash` };
      expect(await deliver([own])).toBe(1);
    }
  });

  test('leaves the owner a reset link that works at any time of a day', async () => {
    const LINK_WORKS_MS = 60 * MINUTE_MS;
    const arrivals: number[] = [];
    for (now = start; now < start + DAY_MS; now += 10 * MINUTE_MS) {
      const count = await deliver(burst('reset_password', 6));
      if (count > 0) arrivals.push(now);
      expect(now - (arrivals.at(-1) ?? 0)).toBeLessThanOrEqual(LINK_WORKS_MS);
    }
  });
});

test('delivers ten notices of each kind', async () => {
  expect(await deliver(burst('email_change_requested', BURST, () => 'user:usr_1'))).toBe(noticeMail.perHour);
  expect(await deliver([{ template: 'email_changed' }])).toBe(1);
});

test('counts a mail once over all delivery attempts', async () => {
  const mails = burst('reset_password', unsolicitedMail.perHour);
  isMailerDown = true;
  expect(await deliver(mails)).toBe(0);
  for (let attempt = 1; attempt < 4; attempt += 1) {
    now += 5 * MINUTE_MS;
    await run();
  }
  isMailerDown = false;
  now += 10 * MINUTE_MS;
  await run();
  expect(sent).toHaveLength(unsolicitedMail.perHour);
  expect(dropped).toEqual([]);
});

test('holds the limit under concurrent deliveries', async () => {
  await Promise.all(Array.from({ length: 8 }, () => deliver(burst('invitation', 6))));
  expect(sent).toHaveLength(unsolicitedMail.perHour);
});

test('deletes a mail’s cause and inbox after a day', async () => {
  await deliver(burst('confirm_email', 8));
  await stores.maintenance.removeExpired(now + DAY_MS + 1);
  const { rows } = await raw.execute(
    'SELECT count(*) AS n FROM outbox WHERE admitted_at IS NOT NULL AND (cause IS NOT NULL OR limit_key IS NOT NULL)',
  );
  expect(rows[0]?.n).toBe(0);
});
