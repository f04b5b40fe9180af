/** The words of the mails about what an account pays. */
export const billingMail = {
  planWelcome: {
    subject: 'Welcome to the {{planName}} plan',
    body: 'Your workspace “{{workspaceName}}” is now on the {{planName}} plan, and its limits already apply.',
    advice: 'The billing page has your next payment, invoices and payment method.',
  },
  paymentReceipt: {
    subject: 'Your Weft Cloud receipt: {{amount}}',
    body: 'Thank you. We received {{amount}} for your workspace “{{workspaceName}}” on {{date}}.',
    invoice: 'This is invoice {{invoiceNumber}}. You can download it on the billing page.',
    noInvoice: 'The invoice will be on the billing page shortly.',
  },
  paymentFailed: {
    subject: 'Your payment to Weft Cloud failed',
    body: 'The payment of {{amount}} for your workspace “{{workspaceName}}” failed on {{date}}. The workspace keeps running for now.',
    retry:
      'We’ll retry over the next few days. If your payment details are correct by then, there’s nothing else to do.',
    otherwise:
      'If it keeps failing, we pause the subscription and stop the workspace. 90 days later we delete it, with all its workflows, credentials and executions.',
  },
  cardExpiring: {
    subject: 'The card for {{workspaceName}} expires on {{date}}',
    body: 'The card that pays for your workspace “{{workspaceName}}” expires on {{date}}.',
    advice: 'Change it before then so that your next payment goes through.',
  },
  subscriptionPaused: {
    subject: 'Your subscription is paused and {{workspaceName}} is stopped',
    body: 'Several payments failed, so the subscription of your workspace “{{workspaceName}}” has been paused since {{date}}, and the workspace is stopped. Your workflows are safe.',
    deletion:
      'It will be deleted on {{deletionDate}}, with all its workflows, credentials and executions. We make a final backup of the workflows first and keep it for 90 days.',
    advice: 'To continue where you left off, resubscribe before then.',
  },
  subscriptionCancelled: {
    subject: 'Your Weft Cloud subscription ends on {{date}}',
    body: 'The {{planName}} subscription of your workspace “{{workspaceName}}” is cancelled. It is paid for until {{date}} and ends then.',
    deletion:
      'The workspace will be deleted on {{date}}, with all its workflows, credentials and executions. We make a final backup of the workflows first and keep it for 90 days.',
    advice: 'You can undo this until then.',
  },
  subscriptionResumed: {
    subject: 'Your Weft Cloud subscription is active again',
    body: 'The {{planName}} subscription of your workspace “{{workspaceName}}” is active again. The workspace won’t be deleted.',
    advice: 'If it was stopped, it is starting now. The dashboard shows when it’s online again.',
  },
  action: {
    billing: 'Open billing',
    payment: 'Update payment',
    card: 'Change card',
    resubscribe: 'Resubscribe',
    keep: 'Keep the subscription',
  },
  why: 'You get this email because you manage billing for this workspace on Weft Cloud.',
} as const;
