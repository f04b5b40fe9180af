import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mail } from '#app/domain/mail/messages.ts';
import { en } from '#app/i18n/en/index.ts';
import { addWords } from '#app/i18n/words.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';
import { foreignWords, pseudo, wordsIn } from '../../support/pseudo-locale.ts';

const to = '7@7.example';
const at = Date.UTC(2026, 11, 3, 14, 5);
const about = { name: '7', workspaceName: '7' };
const overage = { ...about, limit: 2_500, maxExecutions: 3_000, unitPrice: '7', timeframe: '2026-12' };
const billed = { ...about, amount: '$24.00', date: at, planName: '7' };
const ticket = {
  reference: '7',
  subject: '7',
  body: '7',
  attachment: { name: '7', bytes: 7_000, key: null },
};

/** One of each mail with only digits as data; the type requires new kinds too. */
const mails: { [Template in Mail['template']]: Array<Extract<Mail, { template: Template }>['data']> } = {
  confirm_email: [{ accountName: '7', token: '7' }],
  already_registered: [{}],
  invitation: (['owner', 'billing', 'operator', 'member'] as const).map((role) => ({
    ...{ inviterEmail: to, accountName: '7', role, token: '7' },
  })),
  magic_link: [{ name: '7', token: '7' }],
  reset_password: [{ name: '7', token: '7' }],
  password_changed: [{ name: '7' }],
  confirm_new_email: [{ token: '7' }],
  email_already_used: [{}],
  email_change_requested: [{ name: '7', newEmail: to }],
  email_changed: [{ name: '7', newEmail: to }],
  second_factor_changed: (
    [
      ...(['app_added', 'app_removed', 'passkey_added', 'passkey_removed'] as const),
      ...(['recovery_code_used', 'recovery_codes_replaced', 'all_removed'] as const),
    ] as const
  ).map((change) => ({ name: '7', change, label: '7' })),
  second_factor_guessed: [{ name: '7' }],
  second_factor_removal_requested: [{ name: '7', removeToken: '7', keepToken: '7', validFrom: at }],
  removed_from_account: [{ name: '7', accountName: '7' }],
  plan_welcome: [billed],
  payment_receipt: [
    { ...billed, invoiceNumber: '7' },
    { ...billed, invoiceNumber: null },
  ],
  payment_failed: [billed],
  card_expiring: [billed],
  subscription_paused: [billed],
  subscription_cancelled: [billed],
  subscription_resumed: [billed],
  support_ticket: ([null, 'active', 'trialing', 'past_due', 'paused', 'deleted'] as const).map(
    (billingStatus, index) => ({
      ticket,
      sender: { id: '7', name: '7', email: to, role: 'owner' },
      account: { id: '7', name: '7' },
      plan: { id: '7', displayName: '7' },
      billingStatus,
      workspace: { id: '7', name: '7', status: index < 4 ? (index as 0 | 1 | 2 | 3) : null, version: null },
    }),
  ),
  support_ticket_copy: [
    { name: '7', ticket },
    { name: '7', ticket: { ...ticket, attachment: null } },
  ],
  trial_reminder: [{ ...about, endsAt: at }],
  trial_ended: [{ ...about, deletionAt: at }],
  deletion_warning: (['trial_ended', 'paused', 'cancelled'] as const).map((reason) => ({
    ...{ ...about, deletionAt: at, reason },
  })),
  workspace_deleted: [
    { ...about, backupUntil: at },
    { ...about, backupUntil: at, finalBackupToken: '7' },
  ],
  usage_warning: [80, 100].map((percent) => ({
    ...{ ...about, percent, executions: 2_000, limit: 2_500, timeframe: '2026-12' },
  })),
  overage_begun: [overage],
  overage_cap: [overage],
  version_stale: [{ ...about, version: '1.2', target: '1.3', updateAt: at }],
  version_updated: [{ ...about, version: '1.2', target: '1.3' }],
  update_rehearsed: (['passed', 'blocked', 'failed'] as const).flatMap((verdict) =>
    [1, 2].map((problems) => ({
      ...{ ...about, version: '1.2', target: '1.3', updateAt: at, verdict, problems },
    })),
  ),
  update_went_back: [{ ...about, version: '1.2', target: '1.3' }],
  webhooks_waiting: [1, 2].map((waiting) => ({
    ...{ ...about, waiting, oldestAt: at, oldestUntil: at, isPaused: waiting === 1 },
  })),
};

beforeAll(() => addWords(pseudo(en)));
// Translations belong to the process, which other test files share.
afterAll(() => addWords(en));

const samples = Object.entries(mails).flatMap(([template, ofTemplate]) =>
  ofTemplate.map((data) => ({ template, data })),
);

test.each(samples)('the mail $template has no sentence outside the translations', ({ template, data }) => {
  // The table above pairs template and data.
  const { subject, html, text } = writeMail({ template, to, data } as Mail, 'https://7.example');
  const pieces = [subject, ...wordsIn(html), ...text.split('\n')];
  expect(pieces.join()).toContain('[!!! ');
  expect(foreignWords(pieces, [/https?:\/\/\S+/, to, 'UTC', 'kB'])).toEqual([]);
});
