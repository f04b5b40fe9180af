import { expect, test } from 'vitest';
import type { InstanceMailMessage } from '#app/domain/mail/messages.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';

const to = 'zoë@example.com';
const about = { name: 'Zoë <b>Lovelace</b>', workspaceName: 'ada-labs' };
const overage = {
  ...about,
  limit: 10_000,
  maxExecutions: 5_000,
  unitPrice: '$8.00',
  timeframe: '2026-12',
};
const at = Date.UTC(2026, 11, 3, 14, 5);

const mails: Array<[InstanceMailMessage, subject: string, ...words: string[]]> = [
  [
    { template: 'trial_reminder', to, data: { ...about, endsAt: at } },
    'Your Weft Cloud trial ends in three days',
    'ends on 3 Dec 2026, 14:05 UTC',
  ],
  [
    { template: 'trial_ended', to, data: { ...about, deletionAt: at } },
    'Your Weft Cloud trial has ended',
    'before 3 Dec 2026, 14:05 UTC',
  ],
  [
    { template: 'deletion_warning', to, data: { ...about, deletionAt: at, reason: 'paused' } },
    'Your workspace ada-labs will be deleted on 3 Dec 2026',
    'is paused after failed payments',
    'keep it for 90 days',
  ],
  [
    { template: 'workspace_deleted', to, data: { ...about, backupUntil: at, incarnation: 1 } },
    'Your workspace ada-labs was deleted',
    'kept until 3 Dec 2026',
    '/dashboard',
  ],
  [
    {
      template: 'workspace_deleted',
      to,
      data: { ...about, backupUntil: at, incarnation: 1, finalBackupToken: 'wks_a.1.x' },
    },
    'Your workspace ada-labs was deleted',
    'anyone who has it can',
    'https://weft.example/final-backup?token=wks_a.1.x',
  ],
  [
    {
      template: 'usage_warning',
      to,
      data: { ...about, percent: 80, executions: 2_000, limit: 2_500, timeframe: '2026-12' },
    },
    'ada-labs has used 80% of its executions this month',
    '2,000 of its plan’s 2,500 executions',
    'may reach the limit',
  ],
  [
    {
      template: 'usage_warning',
      to,
      data: { ...about, percent: 100, executions: 2_500, limit: 2_500, timeframe: '2026-12' },
    },
    'ada-labs has used 100% of its executions this month',
    'It has reached the limit.',
  ],
  [
    { template: 'overage_begun', to, data: overage },
    'ada-labs now runs executions beyond its plan',
    'its plan’s 10,000 executions this month',
    'for the agreed $8.00 per 1,000 executions',
    'After 5,000 additional executions, new ones wait.',
    '/manage/usage',
  ],
  [
    { template: 'overage_cap', to, data: overage },
    'ada-labs has reached its cap on additional executions',
    'the 5,000 additional executions',
    'Webhooks are held and will be replayed.',
    '/manage/usage',
  ],
  [
    { template: 'version_stale', to, data: { ...about, version: '1.0.0', target: '1.9.0', updateAt: at } },
    'ada-labs will be updated to n8n 1.9.0 on 3 Dec 2026',
    'runs n8n 1.0.0',
    '/manage',
  ],
  [
    {
      template: 'update_rehearsed',
      to,
      data: { ...about, version: '1.0.0', target: '1.9.0', updateAt: at, verdict: 'blocked', problems: 2 },
    },
    'n8n 1.9.0 would break workflows of ada-labs',
    'found 2 problems',
    '/manage/update',
  ],
  [
    {
      template: 'update_rehearsed',
      to,
      data: { ...about, version: '1.0.0', target: '1.9.0', updateAt: at, verdict: 'not_saved', problems: 0 },
    },
    'ada-labs couldn’t be updated to n8n 1.9.0',
    'your data couldn’t be saved',
    'check n8n 1.9.0 again on 3 Dec 2026',
  ],
  [
    { template: 'update_went_back', to, data: { ...about, version: '1.0.0', target: '1.9.0' } },
    'ada-labs went back to n8n 1.0.0',
    'runs n8n 1.0.0 again',
    '/manage',
  ],
  [
    { template: 'version_updated', to, data: { ...about, version: '1.0.0', target: '1.9.0' } },
    'ada-labs was updated to n8n 1.9.0',
    'from n8n 1.0.0 to 1.9.0',
    '/manage/update',
  ],
  [
    {
      template: 'webhooks_waiting',
      to,
      data: { ...about, waiting: 1_200, oldestAt: at, oldestUntil: at + 72 * 3_600_000, isPaused: false },
    },
    'ada-labs: 1,200 webhooks are waiting',
    'since 3 Dec 2026, 14:05 UTC',
    'until 6 Dec 2026, 14:05 UTC',
    'can’t take webhooks',
    'https://weft.example/manage/webhooks',
  ],
  [
    {
      template: 'webhooks_waiting',
      to,
      data: { ...about, waiting: 1, oldestAt: at, oldestUntil: at, isPaused: true },
    },
    'ada-labs: 1 webhook is waiting',
    '1 webhook for your workspace',
    'The replay is paused.',
  ],
];

test.for(mails)('$1: states what happens and when, as text and HTML', ([mail, subject, ...words]) => {
  const written = writeMail(mail, 'https://weft.example');
  expect(written.subject).toBe(subject);
  for (const part of ['ada-labs', ...words]) {
    expect(written.text).toContain(part);
    expect(written.html).toContain(part);
  }
  expect(written.html).toContain('Zoë &lt;b&gt;Lovelace&lt;/b&gt;');
  expect(written.text).not.toMatch(/\{\{|undefined|NaN|instanceMail/);
});
