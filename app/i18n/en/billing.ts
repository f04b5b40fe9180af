import type { StateAction, StateBadgeName, StateSentence } from '#app/domain/billing/account-state.ts';
import type { CardBrand, PaymentStatus } from '#app/domain/billing/payment.ts';
import type { PlanId } from '#app/domain/plan/plan.ts';
import { billingPlans } from './billing-plans.ts';

/** Plans, the checkout, and what an account pays for. */
export const billing = {
  pageTitle: 'Billing – Weft Cloud',
  overage: {
    title: 'Additional executions',
    upcoming:
      'This month so far: {{executions}} beyond your plan, for {{cost}} {{tax}}. We charge them when the month ends.',
    upcomingHeld:
      'This month so far: {{executions}} beyond your plan. We charge them when the month ends. New executions wait.',
    line_one: 'One execution beyond your plan, {{cost}} {{tax}}.',
    line_other: '{{executions}} executions beyond your plan, {{cost}} {{tax}}.',
    refused: 'The charge was refused. Our support team knows about it.',
    status: { due: 'Pending', charged: 'Charged', refused: 'Refused' },
    usage: 'View usage and cap',
  },
  /** After a price. */
  tax: { added: 'before tax', included: 'with tax' },
  plan: {
    title: 'Your subscription',
    name: 'Plan',
    period: 'Billed',
    quota: 'Quota',
    quotaText: '{{executions}} executions a month, {{workflows}} active workflows',
    next: 'Next payment',
    nextText: '{{amount}}, including tax, on <time/>',
    postponed: 'The next payment includes {{amount}} for plan changes in this period.',
    credited: 'The next payment is reduced by {{amount}} for plan changes in this period.',
    creditLeft: '{{amount}} of credit is left for later payments.',
    nextNothing: 'Nothing on <time/>',
    renews: 'Paid until',
    ends: 'Ends',
    ended: 'Ended',
  },
  period: { monthly: 'Monthly', yearly: 'Yearly' },
  badge: {
    trial: 'Trial',
    trial_ended: 'Trial ended',
    active: 'Active',
    past_due: 'Payment overdue',
    paused: 'Paused',
    cancelled: 'Cancelled',
    ended: 'Ended',
  } satisfies Record<StateBadgeName, string>,
  action: {
    'choose-plan': 'Choose a plan',
    'change-plan': 'Change plan',
    'open-billing': 'Open billing',
    'update-payment': 'Update payment',
    resubscribe: 'Resubscribe',
    keep: 'Keep the subscription',
  } satisfies Record<StateAction, string>,
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
    title: {
      subscribe: 'Checkout',
      card: 'Change your card',
      pay: 'Update your payment',
      resubscribe: 'Resubscribe',
    },
    loading: 'The payment form is opening…',
    notOpening: 'If it doesn’t open, or if JavaScript is disabled, pay on a separate page.',
    allowScripts:
      'If it doesn’t open, please allow JavaScript and scripts from paddle.com, then reload this page.',
    open: 'Enter your payment details in the form.',
    hosted: 'Pay on a separate page',
    unreachable: 'The payment form could not be loaded.',
    waiting: 'Thank you. We’re waiting for your payment to arrive…',
    check: 'Check again',
    back: 'Back',
    done: {
      subscribe: {
        title: 'Setup complete',
        body: 'Your subscription is active, and your plan’s limits apply now.',
      },
      card: { title: 'Card changed', body: 'We use it for your next payment.' },
      resubscribe: {
        title: 'You are subscribed again',
        body: 'Your payment has arrived. Your workspace is starting; this page shows when it’s online.',
      },
      pay: {
        title: 'Your payment has arrived',
        body: 'Your subscription and your workspace continue as before.',
      },
    },
    toDashboard: 'Go to the dashboard',
    toBilling: 'Go to billing',
  },

  method: {
    title: 'Payment method',
    none: 'No payment method yet.',
    card: '{{brand}} ending in {{lastFour}}',
    wallet: 'Digital wallet',
    expiry: 'Expires {{expiry}}',
    change: 'Change card',
    paused: 'You choose how to pay when you resubscribe.',
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
    empty: 'No payments yet. Each payment appears here with its invoice.',
    noMatch: 'No payments match.',
    filter: { status: 'Status', any: 'Any status' },
    invoice: 'Invoice {{number}}',
    copyNumber: 'Copy invoice number {{number}}',
    status: {
      paid: 'Paid',
      failed: 'Failed',
      pending: 'Pending',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
    } satisfies Record<PaymentStatus, string>,
  },

  details: {
    title: 'Billing details',
    lead: 'These appear on your next invoices.',
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
      'Your workspace runs until the end of the period you’ve paid for. It’s then deleted with all its workflows, credentials and executions. We keep a final backup of the workflows for 90 days.',
    cancel: 'Cancel subscription',
    dialog: {
      title: 'Cancel your subscription?',
      body: 'Your subscription ends on <time/>. Your workspace is then deleted, with all its workflows, credentials and executions. We make a final backup of the workflows first and keep it for 90 days.',
      undo: 'You can undo the cancellation until your subscription ends.',
      overage_one:
        'When you cancel, we charge this month’s execution beyond your plan. From then on, executions wait at the limit.',
      overage_other:
        'When you cancel, we charge this month’s {{executions}} executions beyond your plan. From then on, executions wait at the limit.',
      owed: 'If you cancel, we charge {{amount}} now for the plan change due on your next invoice. If your card is declined, you get back the limits of the plan you paid for.',
      refund: 'If you undo the cancellation, we refund this amount and add it to your next invoice again.',
      submit: 'Cancel subscription',
      close: 'Keep the subscription',
    },
  },
  state: {
    ...({
      trial_ended: { title: 'Your trial has ended', body: 'Your workspace is stopped.' },
      starting: {
        title: 'Your plan is active',
        body: 'Your workspace will start again in a moment.',
      },
      past_due: {
        title: 'Your last payment failed',
        body: 'We’ll retry over the next few days. If it keeps failing, we pause your subscription and stop your workspace, and delete it 90 days later.',
      },
      paused: {
        title: 'Your subscription is paused after failed payments',
        body: 'While your subscription is paused, your workspace is stopped.',
      },
      cancelled: {
        title: 'Your subscription is cancelled',
        body: 'Your workspace runs until the end of the period you’ve paid for.',
      },
      ended: { title: 'Your subscription has ended', body: 'Your workspace is stopped.' },
      deleting: {
        title: 'Your workspace is being deleted',
        body: 'We make a final backup of its workflows first and keep it for 90 days.',
      },
      deleted: {
        title: 'Your workspace was deleted',
        body: 'It can’t be restored.',
      },
    } satisfies Record<StateSentence, { title: string; body: string }>),
    /** Replaces the body until the workspace has learned that its subscription does not run. */
    stopping: 'Your workspace will stop in a moment.',
    countdown_zero: 'Your workspace will be deleted today.',
    countdown_one: 'Your workspace will be deleted in {{count}} day.',
    countdown_other: 'Your workspace will be deleted in {{count}} days.',
    deletion:
      'On <time/>, it’s deleted with all its workflows, credentials and executions. We make a final backup of the workflows first and keep it for 90 days.',
    keepIt: {
      'choose-plan': 'To keep your workspace, choose a plan before then.',
      resubscribe:
        'To keep your workspace, resubscribe before then. You enter your card at checkout; nothing is charged until you confirm there.',
      keep: 'To keep your workspace, select “Keep the subscription” before then.',
    },
    startAgain: {
      'choose-plan': 'A plan gives you a new, empty workspace at the same address.',
      resubscribe: 'Resubscribing gives you a new, empty workspace at the same address.',
      keep: 'Keeping the subscription gives you a new, empty workspace at the same address.',
    },
    finalBackup: {
      kept: 'The final backup of its workflows is kept until <time/>.',
      expired: 'Its final backup has expired.',
      open: 'View backups',
    },
    others: 'Owners and billing members can change this.',
  },

  banner: {
    past_due: { body: 'If it keeps failing, we stop your workspace.' },
    paused: { body: 'Resubscribe to use your workspace again.' },
    close: 'Dismiss',
  },
  upgrade: 'Upgrade',
} as const;
