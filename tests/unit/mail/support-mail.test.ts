import { expect, test } from 'vitest';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import type { SupportMailMessage } from '#app/domain/mail/messages.ts';
import { resendMailer } from '#app/integrations/mail/resend.ts';
import { writeMail } from '#app/integrations/mail/write-mail.ts';

const portal = 'https://weft.example';
const body = 'One <b>two</b>\n\n{{name}} $t(mail.greeting)';
const ticket = { reference: '7F3K-9QZD-1ABC', subject: 'It “hangs” <i> {{x}}', body, attachment: null };
const file = { name: 'shot & "run".png', bytes: 1_536, key: 'tickets/acc_1/tkt_1' };

const toSupport = (
  other: Partial<(SupportMailMessage & { template: 'support_ticket' })['data']> = {},
): SupportMailMessage => ({
  template: 'support_ticket',
  to: 'support@weft.example',
  data: {
    ticket,
    sender: { id: 'usr_1', name: 'Ada', email: 'ada@example.com', role: 'operator' },
    account: { id: 'acc_1', name: 'ada-labs' },
    plan: { id: 'custom', displayName: 'Custom', supportTier: 'dedicated' },
    billingStatus: 'past_due',
    workspace: { id: 'wks_1', name: 'ada-labs', status: InstanceStatus.Pending, version: '1.99.0' },
    ...other,
  },
});
const toSender = (other: Partial<typeof ticket> | { attachment: typeof file }): SupportMailMessage => ({
  template: 'support_ticket_copy',
  to: 'ada@example.com',
  data: { name: 'Ada', ticket: { ...ticket, ...other } },
});

test('the support mail names its sender and their workspace, and replies go to the sender', () => {
  const { subject, text, html, replyTo } = writeMail(toSupport(), portal);
  expect(subject).toBe('[7F3K-9QZD-1ABC] It “hangs” <i> {{x}}');
  expect(replyTo).toBe('ada@example.com');
  for (const line of [
    'Reference: 7F3K-9QZD-1ABC',
    'From: Ada (usr_1), ada@example.com, Operator',
    'Account: ada-labs (acc_1)',
    'Plan: Custom (custom)',
    'Support: Dedicated',
    'Billing: Payment overdue',
    'Workspace: ada-labs (wks_1)',
    'Workspace status: Pending',
    'n8n version: 1.99.0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).toContain('> One <b>two</b>\n> \n> {{name}} $t(mail.greeting)');
  expect(html).toContain('One &lt;b&gt;two&lt;/b&gt;\n\n{{name}} $t(mail.greeting)</div>');
  expect(html).not.toContain('<b>two');
  expect(text).not.toContain('Attachment');
});

test('the support mail marks unavailable details', () => {
  const workspace = { id: 'wks_1', name: 'ada-labs', status: null, version: null };
  const { text } = writeMail(toSupport({ workspace, billingStatus: null }), portal);
  expect(text).toContain('Workspace status: Unknown\nn8n version: Unknown');
  expect(text).toContain('Billing: No subscription');
});

test('both mails name the attachment or its loss, and only support gets its location', () => {
  const withFile = { ...ticket, attachment: file };
  expect(writeMail(toSupport({ ticket: withFile }), portal).text).toContain(
    'Attachment: shot & "run".png (1.5 kB), in the bucket of attachments under tickets/acc_1/tkt_1',
  );
  const copy = writeMail(toSender({ attachment: file }), portal);
  expect(copy.text).toContain('Attachment: shot & "run".png (1.5 kB)\n');
  expect(copy.text).not.toContain('tickets/acc_1');
  expect(copy.html).toContain('shot &amp; &quot;run&quot;.png');
  const lost = { ...ticket, attachment: { ...file, key: null } };
  for (const mail of [
    toSupport({ ticket: lost }),
    { ...toSender({}), data: { name: 'Ada', ticket: lost } },
  ]) {
    expect(writeMail(mail as SupportMailMessage, portal).text).toContain(
      'could not be stored and is missing',
    );
  }
});

test('the copy repeats the ticket with its reference, and replies go to support', () => {
  const mail = writeMail(toSender({}), portal);
  expect(mail.subject).toBe('We received your request: It “hangs” <i> {{x}}');
  expect(mail.text).toContain('keep the reference 7F3K-9QZD-1ABC');
  expect(mail.text).toContain('https://weft.example/help');
  expect(mail.text).toContain('> One <b>two</b>');
  expect(mail).not.toHaveProperty('replyTo');
});

test('sets `reply_to` only for mails with a sender', async () => {
  const sent: Array<Record<string, unknown>> = [];
  const mailer = resendMailer({
    url: 'https://mail.example',
    key: 'key',
    from: 'Weft Cloud <hello@weft.example>',
    portalUrl: portal,
    outbound: {
      request: async (_url, options) => {
        sent.push(JSON.parse(String(options?.body)));
        return new Response('{}');
      },
    },
  });
  await mailer.send(toSupport(), 'msg_1');
  await mailer.send(toSender({}), 'msg_2');
  expect(sent.map(({ reply_to, replyTo, to }) => ({ reply_to, replyTo, to }))).toEqual([
    { reply_to: 'ada@example.com', replyTo: undefined, to: ['support@weft.example'] },
    { reply_to: undefined, replyTo: undefined, to: ['ada@example.com'] },
  ]);
});
