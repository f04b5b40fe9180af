import type { CardBrand, PaymentStatus } from '#app/domain/billing/payment.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import type { PlanId } from '#app/domain/plan/plan.ts';
import { billingPlans } from './billing-plans.ts';

/** Plans, the checkout, and what an account pays for. */
export const billing = {
  pageTitle: 'Billing – Weft Cloud',
  plan: {
    title: 'Your subscription',
    name: 'Plan',
    period: 'Billed',
    status: 'Status',
    quota: 'Quota',
    quotaText: '{{executions}} executions a month, {{workflows}} active workflows',
    next: 'Next payment',
    nextText: '{{amount}} on <when/>',
    postponed: 'Includes {{amount}} for plan changes in this period.',
    credited: 'Reduced by {{amount}} for plan changes in this period.',
    renews: 'Paid until',
    ends: 'Ends',
    ended: 'Ended',
    change: 'Change plan',
    choose: 'Choose a plan',
  },
  period: { monthly: 'Monthly', yearly: 'Yearly' },
  status: {
    active: 'Active',
    trialing: 'Trial',
    past_due: 'Payment overdue',
    paused: 'Paused',
    deleted: 'Cancelled',
  } satisfies Record<BillingStatus, string>,
  planName: {
    'trial-1': 'Trial',
    starter: 'Starter',
    'pro-1': 'Pro 10k',
    'pro-2': 'Pro 50k',
    custom: 'Custom',
    power: 'Power',
    large: 'Large',
  } satisfies Record<PlanId, string>,
  perPeriod: { monthly: '<strong>{{amount}}</strong> a month', yearly: '<strong>{{amount}}</strong> a year' },
  dashboard: { title: 'Your plan', billing: 'Billing' },
  ...billingPlans,

  checkout: {
    pageTitle: 'Checkout – Weft Cloud',
    title: { subscribe: 'Checkout', card: 'Change your card', resubscribe: 'Update your payment' },
    loading: 'The payment form is opening…',
    notOpening: 'If it does not open, or if scripts are switched off, pay on a page of its own.',
    open: 'Enter your payment details in the form.',
    hosted: 'Pay on a page of its own',
    unreachable: 'The payment form could not be loaded.',
    waiting: 'Thank you. We are waiting for the payment to arrive…',
    check: 'Check again',
    back: 'Back',
    done: {
      subscribe: {
        title: 'Setup complete',
        body: 'Your subscription is active, and your workspace has what your plan allows.',
      },
      card: { title: 'Your card is changed', body: 'The next payment is made with it.' },
      resubscribe: {
        title: 'You are subscribed again',
        body: 'Your payment has arrived. Your workspace goes on as before.',
      },
    },
    toDashboard: 'Go to the dashboard',
    toBilling: 'Go to billing',
  },

  method: {
    title: 'Payment method',
    none: 'No payment method is known yet.',
    card: '{{brand}} ending in {{lastFour}}',
    expiry: 'Expires {{expiry}}',
    change: 'Change card',
    paused: 'The card can be changed once you are subscribed again.',
  },
  brand: {
    generic: 'Card',
    amex: 'American Express',
    discover: 'Discover',
    maestro: 'Maestro',
    mastercard: 'Mastercard',
    paypal: 'PayPal',
    visa: 'Visa',
  } satisfies Record<CardBrand, string>,
  brandMark: { amex: 'AMEX', discover: 'DISC', paypal: 'PP', visa: 'VISA' },

  payments: {
    title: 'Payments',
    empty: 'Nothing was paid yet.',
    invoice: 'Invoice {{number}}',
    status: {
      paid: 'Paid',
      failed: 'Failed',
      pending: 'Pending',
      refunded: 'Refunded',
    } satisfies Record<PaymentStatus, string>,
  },

  details: {
    title: 'Billing details',
    lead: 'They appear on your next invoices.',
    companyName: 'Company',
    taxId: 'Tax ID',
    taxIdHint: 'Such as a VAT number.',
    addressLine: 'Street and number',
    city: 'City',
    postalCode: 'Postal code',
    country: 'Country',
    submit: 'Save details',
  },

  end: {
    cancelTitle: 'Cancel your subscription',
    cancelLead:
      'Your workspace runs until the end of what is paid for, and is deleted then with all its workflows, credentials and executions. A final backup of the workflows is kept for 90 days.',
    cancel: 'Cancel subscription',
    dialog: {
      title: 'Cancel your subscription?',
      body: 'Your subscription ends on <when/>. Your workspace is deleted then, with all its workflows, credentials and executions. A final backup of the workflows is made first and kept for 90 days.',
      undo: 'You can take this back until then.',
      owed: 'If you cancel, we charge {{amount}} now for the plan change due on your next bill. If your card is declined, your limits go back to those of the plan you paid for.',
      refund: 'If you take the cancellation back, we refund this amount and add it to your next bill again.',
      field: 'Type <code>{{name}}</code> to confirm',
      fieldHint: 'That is the name of your workspace.',
      submit: 'Cancel subscription',
      close: 'Keep the subscription',
    },
  },
  state: {
    past_due: {
      title: 'Your last payment failed',
      body: 'We try again over the next days. If it keeps failing, your subscription is paused and your workspace is stopped. It is deleted 90 days after that.',
      action: 'Update payment',
    },
    paused: {
      title: 'Your subscription is paused',
      body: 'Your workspace is stopped, since several payments failed. It is deleted on <when/>, with all its workflows, credentials and executions. Resubscribing charges your card now and starts it again.',
      action: 'Resubscribe',
    },
    cancelled: {
      title: 'Your subscription is cancelled',
      body: 'It runs until <when/>. Your workspace is deleted then, with all its workflows, credentials and executions. A final backup of the workflows is made first and kept for 90 days.',
      action: 'Keep the subscription',
    },
    deleted: {
      title: 'Your subscription has ended',
      body: 'It ended on <when/>, and your workspace is deleted. To go on, choose a plan.',
      action: 'Choose a plan',
    },
  },

  banner: {
    past_due: {
      title: 'Your last payment failed',
      body: 'If it keeps failing, your workspace is stopped.',
      action: 'Open billing',
    },
    paused: {
      title: 'Your subscription is paused after failed payments',
      body: 'Your workspace is stopped. Resubscribing starts it again.',
      action: 'Resubscribe',
    },
    others: 'Whoever pays for this account can change that.',
    close: 'Close this message',
  },
  upgrade: 'Upgrade',
} as const;
