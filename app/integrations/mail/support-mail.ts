import {
  accountStateOf,
  type StateBadgeName,
  subscriptionStateOf,
} from '#app/domain/billing/account-state.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { fileSize } from '#app/domain/help/file-size.ts';
import { instanceStatusName } from '#app/domain/instance/view.ts';
import type { SupportMailMessage } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import type { MailContent } from './layout.ts';

type MailedTicket = SupportMailMessage['data']['ticket'];

/** @returns the text of a mail about a support ticket. It quotes the person's text unchanged. */
export function supportMailContent(mail: SupportMailMessage, portalUrl: string): MailContent {
  const { ticket } = mail.data;
  const { reference, subject, body } = ticket;
  if (mail.template === 'support_ticket_copy') {
    return {
      subject: t('supportMail.toSender.subject', { subject }),
      paragraphs: [t('supportMail.toSender.body', { reference }), t('supportMail.toSender.yours')],
      facts: [[t('supportMail.facts.reference'), reference], ...attachmentFacts(ticket, false)],
      quote: body,
      action: { label: t('supportMail.toSender.action'), url: `${portalUrl}${paths.help}` },
      smallPrint: t('supportMail.toSender.why'),
    };
  }
  const { sender, account, plan, billingStatus, workspace } = mail.data;
  const formatName = (name: string, id: string) => t('supportMail.facts.named', { name, id });
  const role = t(`roles.${sender.role}`);
  return {
    subject: t('supportMail.toSupport.subject', { reference, subject }),
    greeting: t('supportMail.toSupport.greeting', { name: sender.name }),
    paragraphs: [],
    facts: [
      [t('supportMail.facts.reference'), reference],
      [
        t('supportMail.facts.sender'),
        t('supportMail.facts.senderText', {
          name: formatName(sender.name, sender.id),
          email: sender.email,
          role,
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
    quote: body,
    replyTo: sender.email,
    action: { label: t('supportMail.toSupport.action'), url: portalUrl },
    smallPrint: t('supportMail.toSupport.why', { email: sender.email }),
  };
}

/** @param isForSupport adds the file's location; the file itself is not mailed. */
function attachmentFacts(
  { attachment }: MailedTicket,
  isForSupport: boolean,
): ReadonlyArray<readonly [string, string]> {
  if (attachment === null) return [];
  const { name, bytes, key } = attachment;
  const { unit, size } = fileSize(bytes);
  const file = { name, size: t(`help.size.${unit}`, { size }) };
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
