import { timetableOf } from '#app/domain/instance/entitlement.ts';
import type { BillingMailMessage } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { day } from './dates.ts';
import type { MailContent } from './layout.ts';

/** @returns the text of a mail about billing. Each links to the billing page. */
export function billingMailContent(mail: BillingMailMessage, portalUrl: string): MailContent {
  const { workspaceName } = mail.data;
  const frame = { smallPrint: t('billingMail.why') };
  const url = `${portalUrl}${paths.billing}`;
  switch (mail.template) {
    case 'plan_welcome': {
      const { planName } = mail.data;
      return {
        ...frame,
        subject: t('billingMail.planWelcome.subject', { planName }),
        paragraphs: [
          t('billingMail.planWelcome.body', { workspaceName, planName }),
          t('billingMail.planWelcome.advice'),
        ],
        action: { label: t('billingMail.action.billing'), url },
      };
    }
    case 'payment_receipt': {
      const { amount, date, invoiceNumber } = mail.data;
      return {
        ...frame,
        subject: t('billingMail.paymentReceipt.subject', { amount }),
        paragraphs: [
          t('billingMail.paymentReceipt.body', { workspaceName, amount, date: day(date) }),
          invoiceNumber === null
            ? t('billingMail.paymentReceipt.noInvoice')
            : t('billingMail.paymentReceipt.invoice', { invoiceNumber }),
        ],
        action: { label: t('billingMail.action.billing'), url },
      };
    }
    case 'payment_failed': {
      const { amount, date } = mail.data;
      return {
        ...frame,
        subject: t('billingMail.paymentFailed.subject'),
        paragraphs: [
          t('billingMail.paymentFailed.body', { workspaceName, amount, date: day(date) }),
          t('billingMail.paymentFailed.retry'),
          t('billingMail.paymentFailed.otherwise'),
        ],
        action: { label: t('billingMail.action.payment'), url },
      };
    }
    case 'card_expiring': {
      const date = day(mail.data.date);
      return {
        ...frame,
        subject: t('billingMail.cardExpiring.subject', { workspaceName, date }),
        paragraphs: [
          t('billingMail.cardExpiring.body', { workspaceName, date }),
          t('billingMail.cardExpiring.advice'),
        ],
        action: { label: t('billingMail.action.card'), url },
      };
    }
    case 'subscription_paused': {
      const { date } = mail.data;
      return {
        ...frame,
        subject: t('billingMail.subscriptionPaused.subject', { workspaceName }),
        paragraphs: [
          t('billingMail.subscriptionPaused.body', { workspaceName, date: day(date) }),
          t('billingMail.subscriptionPaused.deletion', { deletionDate: day(deletionAfterPause(date)) }),
          t('billingMail.subscriptionPaused.advice'),
        ],
        action: { label: t('billingMail.action.resubscribe'), url },
      };
    }
    case 'subscription_cancelled': {
      const { planName } = mail.data;
      const date = day(mail.data.date);
      return {
        ...frame,
        subject: t('billingMail.subscriptionCancelled.subject', { date }),
        paragraphs: [
          t('billingMail.subscriptionCancelled.body', { workspaceName, planName, date }),
          t('billingMail.subscriptionCancelled.deletion', { date }),
          t('billingMail.subscriptionCancelled.advice'),
        ],
        action: { label: t('billingMail.action.keep'), url },
      };
    }
    case 'subscription_resumed': {
      const { planName } = mail.data;
      return {
        ...frame,
        subject: t('billingMail.subscriptionResumed.subject'),
        paragraphs: [
          t('billingMail.subscriptionResumed.body', { workspaceName, planName }),
          t('billingMail.subscriptionResumed.advice'),
        ],
        action: { label: t('billingMail.action.billing'), url },
      };
    }
  }
}

/** Uses the same timetable as the workspace's deletion. */
function deletionAfterPause(pausedAt: number): number {
  return timetableOf({ kind: 'paused', pausedAt }).deleteAt ?? pausedAt;
}
