import type { SupportTier } from '#app/domain/plan/plan.ts';

/** The mails about a support ticket. */
export const supportMail = {
  toSupport: {
    subject: '[{{reference}}] {{subject}}',
    greeting: 'A new request from {{name}}:',
    why: 'Replies to this email go to {{email}}.',
    action: 'Open the portal',
  },
  toSender: {
    subject: 'We received your request: {{subject}}',
    body: 'Thank you for writing to us. We’ll reply to this address; please keep the reference {{reference}} in the subject when you write again.',
    yours: 'This is what you sent:',
    why: 'You get this email because a support request was sent from your account. If you didn’t send it, please reply to this email right away.',
    action: 'View your requests',
  },
  facts: {
    reference: 'Reference',
    sender: 'From',
    senderText: '{{name}}, {{email}}, {{role}}',
    account: 'Account',
    plan: 'Plan',
    supportTier: 'Support',
    tier: { forum: 'Forum', standard: 'Standard', dedicated: 'Dedicated' } satisfies Record<
      SupportTier,
      string
    >,
    billing: 'Billing',
    noBilling: 'No subscription',
    workspace: 'Workspace',
    status: 'Workspace status',
    statusUnknown: 'Unknown',
    version: 'n8n version',
    attachment: 'Attachment',
    attachmentText: '{{name}} ({{size}})',
    attachmentKept: '{{name}} ({{size}}), in the bucket of attachments under {{key}}',
    attachmentLost: '{{name}} ({{size}}) could not be stored and is missing',
    named: '{{name}} ({{id}})',
  },
} as const;
