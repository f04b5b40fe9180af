import type { SupportTier } from '#app/domain/plan/plan.ts';

/** The mails about a support ticket. */
export const supportMail = {
  toSupport: {
    subject: '[{{reference}}] {{subject}}',
    greeting: 'A new request from {{name}}:',
    why: 'An answer to this mail goes to {{email}}.',
    action: 'Open the portal',
  },
  toSender: {
    subject: 'We have your request: {{subject}}',
    body: 'Thank you for writing to us. We answer to this address; please keep the reference {{reference}} in the subject when you write again.',
    yours: 'This is what you sent:',
    why: 'You get this mail because a request to support was sent from your account. It was not you? Then please tell us at once, by an answer to this mail.',
    action: 'See your requests',
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
    noBilling: 'Nothing is paid for yet',
    workspace: 'Workspace',
    status: 'Workspace status',
    statusUnknown: 'Not known',
    version: 'n8n version',
    attachment: 'Attachment',
    attachmentText: '{{name}} ({{size}})',
    attachmentKept: '{{name}} ({{size}}), in the bucket of attachments under {{key}}',
    attachmentLost: '{{name}} ({{size}}) could not be stored and is missing',
    named: '{{name}} ({{id}})',
  },
} as const;
