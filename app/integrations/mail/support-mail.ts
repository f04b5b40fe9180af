import {
  accountStateOf,
  type StateBadgeName,
  subscriptionStateOf,
} from '#app/domain/billing/account-state.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { fileSize } from '#app/domain/encoding/file-size.ts';
import { instanceStatusName } from '#app/domain/instance/view.ts';
import type { SupportMailMessage } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import type { MailWriters } from './layout.ts';

/** The mails about a support ticket, which quote the person's text unchanged. */
export const supportMails = {
  support_ticket_copy: ({ ticket }, portalUrl) => ({
    subject: t('supportMail.toSender.subject', { subject: ticket.subject }),
    paragraphs: [
      t('supportMail.toSender.body', { reference: ticket.reference }),
      t('supportMail.toSender.yours'),
    ],
    facts: [[t('supportMail.facts.reference'), ticket.reference], ...attachmentFacts(ticket, false)],
    quote: ticket.body,
    action: { label: t('supportMail.toSender.action'), url: `${portalUrl}${paths.help}` },
    smallPrint: t('supportMail.toSender.why'),
  }),

  support_ticket: ({ ticket, sender, account, plan, billingStatus, workspace }, portalUrl) => ({
    subject: t('supportMail.toSupport.subject', { reference: ticket.reference, subject: ticket.subject }),
    greeting: t('supportMail.toSupport.greeting', { name: sender.name }),
    paragraphs: [],
    facts: [
      [t('supportMail.facts.reference'), ticket.reference],
      [
        t('supportMail.facts.sender'),
        t('supportMail.facts.senderText', {
          name: formatName(sender.name, sender.id),
          email: sender.email,
          role: t(`roles.${sender.role}`),
        }),
      ],
      [t('supportMail.facts.account'), formatName(account.name, account.id)],
      [t('supportMail.facts.plan'), formatName(plan.displayName, plan.id)],
      [t('supportMail.facts.supportTier'), t(`supportMail.facts.tier.${plan.supportTier}`)],
      [
        t('supportMail.facts.billing'),
        billingStatus === null
          ? t('supportMail.facts.noBilling')
          : t(`billing.badge.${subscriptionBadge(billingStatus)}`),
      ],
      [t('supportMail.facts.workspace'), formatName(workspace.name, workspace.id)],
      [
        t('supportMail.facts.status'),
        workspace.status === null
          ? t('supportMail.facts.statusUnknown')
          : t(`instance.status.${instanceStatusName(workspace.status)}`),
      ],
      [t('supportMail.facts.version'), workspace.version ?? t('supportMail.facts.statusUnknown')],
      ...attachmentFacts(ticket, true),
    ],
    quote: ticket.body,
    replyTo: sender.email,
    action: { label: t('supportMail.toSupport.action'), url: portalUrl },
    smallPrint: t('supportMail.toSupport.why', { email: sender.email }),
  }),
} satisfies Partial<MailWriters>;

const formatName = (name: string, id: string) => t('supportMail.facts.named', { name, id });

/** @param isForSupport adds the file's location; the file itself is not mailed. */
function attachmentFacts(
  { attachment }: SupportMailMessage['data']['ticket'],
  isForSupport: boolean,
): ReadonlyArray<readonly [string, string]> {
  if (attachment === null) return [];
  const { name, bytes, key } = attachment;
  const { unit, amount } = fileSize(bytes);
  const file = { name, size: t(`ui.size.${unit}`, { amount }) };
  const text =
    key === null
      ? t('supportMail.facts.attachmentLost', file)
      : isForSupport
        ? t('supportMail.facts.attachmentKept', { ...file, key })
        : t('supportMail.facts.attachmentText', file);
  return [[t('supportMail.facts.attachment'), text]];
}

/** The mail contains only the provider's status, so a scheduled cancellation reads as active. */
function subscriptionBadge(status: BillingStatus): StateBadgeName {
  return accountStateOf(subscriptionStateOf({ status, cancelsAt: null }, false), 'running').badge ?? 'active';
}
