/** The words of the mails about what an account pays. */
export const billingMail = {
  planWelcome: {
    subject: 'Welcome to the {{planName}} plan',
    body: 'Your workspace “{{workspaceName}}” is on the {{planName}} plan now. What it allows is in force already.',
    advice: 'You find your next payment, your invoices and your payment method on the billing page.',
  },
  paymentReceipt: {
    subject: 'Your Weft Cloud receipt: {{amount}}',
    body: 'Thank you. We received {{amount}} for your workspace “{{workspaceName}}” on {{date}}.',
    invoice: 'This is invoice {{invoiceNumber}}. You can download it on the billing page.',
    noInvoice: 'The invoice is on the billing page as soon as it is made.',
  },
  paymentFailed: {
    subject: 'Your payment to Weft Cloud failed',
    body: 'The payment of {{amount}} for your workspace “{{workspaceName}}” failed on {{date}}. The workspace keeps running for now.',
    retry:
      'We try again over the next days. If your payment details are right by then, there is nothing else to do.',
    otherwise:
      'If it keeps failing, the subscription is paused and the workspace is stopped. It is deleted 90 days after that, with all its workflows, credentials and executions.',
  },
  cardExpiring: {
    subject: 'The card for {{workspaceName}} expires on {{date}}',
    body: 'The card that your workspace “{{workspaceName}}” is paid with expires on {{date}}.',
    advice: 'Change it before then, so that the next payment does not fail.',
  },
  subscriptionPaused: {
    subject: 'Your subscription is paused and {{workspaceName}} is stopped',
    body: 'Several payments failed, so the subscription of your workspace “{{workspaceName}}” is paused since {{date}}, and the workspace is stopped. Your workflows are all still there.',
    deletion:
      'It is deleted on {{deletionDate}}, with all its workflows, credentials and executions. A final backup of the workflows is made first and kept for 90 days.',
    advice: 'To go on where you left off, resubscribe before then.',
  },
  subscriptionCancelled: {
    subject: 'Your Weft Cloud subscription ends on {{date}}',
    body: 'The {{planName}} subscription of your workspace “{{workspaceName}}” is cancelled. It is paid for until {{date}} and ends then.',
    deletion:
      'The workspace is deleted on {{date}}, with all its workflows, credentials and executions. A final backup of the workflows is made first and kept for 90 days.',
    advice: 'You can take this back until then.',
  },
  subscriptionResumed: {
    subject: 'Your Weft Cloud subscription is active again',
    body: 'The {{planName}} subscription of your workspace “{{workspaceName}}” is active again. The workspace is not deleted.',
    advice: 'If it was stopped, it is starting now. You see on the dashboard when it is online again.',
  },
  action: {
    billing: 'Open billing',
    payment: 'Update payment',
    card: 'Change card',
    resubscribe: 'Resubscribe',
    keep: 'Keep the subscription',
  },
  why: 'You get this mail because you look after the billing of this workspace on Weft Cloud.',
} as const;
