import { timetableOf } from '#app/domain/instance/entitlement.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { day } from './dates.ts';
import type { MailWriters } from './layout.ts';

export const billingMails = {
  plan_welcome: ({ workspaceName, planName }, portalUrl) => ({
    subject: t('billingMail.planWelcome.subject', { planName }),
    paragraphs: [
      t('billingMail.planWelcome.body', { workspaceName, planName }),
      t('billingMail.planWelcome.advice'),
    ],
    ...frame('billing', portalUrl),
  }),

  payment_receipt: ({ workspaceName, amount, date, invoiceNumber }, portalUrl) => ({
    subject: t('billingMail.paymentReceipt.subject', { amount }),
    paragraphs: [
      t('billingMail.paymentReceipt.body', { workspaceName, amount, date: day(date) }),
      invoiceNumber === null
        ? t('billingMail.paymentReceipt.noInvoice')
        : t('billingMail.paymentReceipt.invoice', { invoiceNumber }),
    ],
    ...frame('billing', portalUrl),
  }),

  payment_failed: ({ workspaceName, amount, date }, portalUrl) => ({
    subject: t('billingMail.paymentFailed.subject'),
    paragraphs: [
      t('billingMail.paymentFailed.body', { workspaceName, amount, date: day(date) }),
      t('billingMail.paymentFailed.retry'),
      t('billingMail.paymentFailed.otherwise'),
    ],
    ...frame('payment', portalUrl),
  }),

  card_expiring: ({ workspaceName, date }, portalUrl) => ({
    subject: t('billingMail.cardExpiring.subject', { workspaceName, date: day(date) }),
    paragraphs: [
      t('billingMail.cardExpiring.body', { workspaceName, date: day(date) }),
      t('billingMail.cardExpiring.advice'),
    ],
    ...frame('card', portalUrl),
  }),

  subscription_paused: ({ workspaceName, date }, portalUrl) => {
    const deleteAt = timetableOf({ kind: 'paused', pausedAt: date })?.deleteAt ?? date;
    return {
      subject: t('billingMail.subscriptionPaused.subject', { workspaceName }),
      paragraphs: [
        t('billingMail.subscriptionPaused.body', { workspaceName, date: day(date) }),
        t('billingMail.subscriptionPaused.deletion', { deletionDate: day(deleteAt) }),
        t('billingMail.subscriptionPaused.advice'),
      ],
      ...frame('resubscribe', portalUrl),
    };
  },

  subscription_cancelled: ({ workspaceName, planName, date }, portalUrl) => ({
    subject: t('billingMail.subscriptionCancelled.subject', { date: day(date) }),
    paragraphs: [
      t('billingMail.subscriptionCancelled.body', { workspaceName, planName, date: day(date) }),
      t('billingMail.subscriptionCancelled.deletion', { date: day(date) }),
      t('billingMail.subscriptionCancelled.advice'),
    ],
    ...frame('keep', portalUrl),
  }),

  subscription_resumed: ({ workspaceName, planName }, portalUrl) => ({
    subject: t('billingMail.subscriptionResumed.subject'),
    paragraphs: [
      t('billingMail.subscriptionResumed.body', { workspaceName, planName }),
      t('billingMail.subscriptionResumed.advice'),
    ],
    ...frame('billing', portalUrl),
  }),
} satisfies Partial<MailWriters>;

/** Each links to the billing page. */
function frame(action: 'billing' | 'payment' | 'card' | 'resubscribe' | 'keep', portalUrl: string) {
  return {
    action: { label: t(`billingMail.action.${action}`), url: `${portalUrl}${paths.billing}` },
    smallPrint: t('billingMail.why'),
  };
}
