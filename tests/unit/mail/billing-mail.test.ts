import { expect, test } from 'vitest';
import type { BillingMailMessage } from '#app/domain/mail/messages.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';

const to = 'zoë@example.com';
const about = { name: 'Zoë <b>Lovelace</b>', workspaceName: 'ada-labs' };
const date = Date.UTC(2026, 11, 3, 23, 59);

const mails: Array<[BillingMailMessage, subject: string, ...words: string[]]> = [
  [
    { template: 'plan_welcome', to, data: { ...about, planName: 'Starter' } },
    'Welcome to the Starter plan',
    'is now on the Starter plan',
  ],
  [
    {
      template: 'payment_receipt',
      to,
      data: { ...about, amount: '$24.00', date, invoiceNumber: '325-10566' },
    },
    'Your Weft Cloud receipt: $24.00',
    'received $24.00',
    'on 3 Dec 2026',
    'This is invoice 325-10566.',
  ],
  [
    { template: 'payment_receipt', to, data: { ...about, amount: 'JPY 2400', date, invoiceNumber: null } },
    'Your Weft Cloud receipt: JPY 2400',
    'shortly',
  ],
  [
    { template: 'payment_failed', to, data: { ...about, amount: '$60.00', date } },
    'Your payment to Weft Cloud failed',
    'payment of $60.00',
    'failed on 3 Dec 2026',
    'We’ll retry',
    'we pause the subscription and stop the workspace',
    '90 days later we delete it',
  ],
  [
    { template: 'card_expiring', to, data: { ...about, date } },
    'The card for ada-labs expires on 3 Dec 2026',
    'expires on 3 Dec 2026',
  ],
  [
    { template: 'subscription_paused', to, data: { ...about, date } },
    'Your subscription is paused and ada-labs is stopped',
    'paused since 3 Dec 2026',
    'deleted on 3 Mar 2027',
    'keep it for 90 days',
  ],
  [
    { template: 'subscription_cancelled', to, data: { ...about, planName: 'Pro', date } },
    'Your Weft Cloud subscription ends on 3 Dec 2026',
    'The Pro subscription',
    'paid for until 3 Dec 2026',
    'The workspace will be deleted on 3 Dec 2026',
  ],
  [
    { template: 'subscription_resumed', to, data: { ...about, planName: 'Pro' } },
    'Your Weft Cloud subscription is active again',
    'is active again',
  ],
];

test.for(mails)('$1: states what happens and when, as text and HTML', ([mail, subject, ...words]) => {
  const written = writeMail(mail, 'https://weft.example');
  expect(written.subject).toBe(subject);
  for (const part of ['ada-labs', 'https://weft.example/manage/billing', ...words]) {
    expect(written.text).toContain(part);
    expect(written.html).toContain(part);
  }
  expect(written.html).toContain('Zoë &lt;b&gt;Lovelace&lt;/b&gt;');
  expect(written.text).not.toMatch(/\{\{|undefined|NaN|billingMail/);
});
