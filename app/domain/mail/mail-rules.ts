import { type MailLimit, noticeMail, unsolicitedMail } from '../access/mail-limits.ts';
import type { BillingMailMessage, InstanceMailMessage, Mail } from './messages.ts';

interface MailRule {
  /** `unconfirmed`: a stranger may have chosen the address and name, so the mail has no free text. `support`: our inbox. */
  recipient: 'confirmed' | 'unconfirmed' | 'support';
  /** Null for tickets to support, which reads every ticket; tickets are limited per account. */
  limit: MailLimit | null;
  /** Mails of a group share an inbox's limit, which no other kind uses up. By default, a template is its own group. */
  group?: string;
}

/** Anyone who types an address can cause it. */
const unsolicited = { limit: unsolicitedMail } as const;
/** The recipient caused it, or an account that they joined. */
const notice = { recipient: 'confirmed', limit: noticeMail } as const;

/** Billing and workspace mails go to members of the account. Each is sent once by its id, and no limit may drop it. */
type AccountMail = BillingMailMessage | InstanceMailMessage;

/** The rule of every mail but an account's. A new template does not compile until it has one. */
export const mailRules = {
  confirm_email: { ...unsolicited, recipient: 'unconfirmed', group: 'registration' },
  already_registered: { ...unsolicited, recipient: 'unconfirmed', group: 'registration' },
  invitation: { ...unsolicited, recipient: 'unconfirmed' },
  confirm_new_email: { ...unsolicited, recipient: 'unconfirmed', group: 'new_email' },
  email_already_used: { ...unsolicited, recipient: 'unconfirmed', group: 'new_email' },
  magic_link: { ...unsolicited, recipient: 'confirmed' },
  reset_password: { ...unsolicited, recipient: 'confirmed' },
  password_changed: notice,
  email_change_requested: notice,
  email_changed: notice,
  removed_from_account: notice,
  second_factor_changed: notice,
  second_factor_guessed: notice,
  second_factor_removal_requested: notice,
  support_ticket_copy: notice,
  support_ticket: { recipient: 'support', limit: null },
} as const satisfies Record<Exclude<Mail, AccountMail>['template'], MailRule>;

/** @returns the rule of a mail; null for an account's, and for one of a newer deployment, as after a rollback. */
function findRule({ template }: Mail): MailRule | null {
  return Object.hasOwn(mailRules, template) ? mailRules[template as keyof typeof mailRules] : null;
}

/** @returns whether a mail's recipient has confirmed their address and name. */
export function hasConfirmedRecipient(mail: Mail): boolean {
  return (findRule(mail)?.recipient ?? 'confirmed') === 'confirmed';
}

/** @returns the limit group of a mail in its recipient's inbox; null for an unlimited mail. */
export function findMailLimit(mail: Mail): { group: string; limit: MailLimit } | null {
  const { limit = null, group = mail.template } = findRule(mail) ?? {};
  if (limit === null) return null;
  // Ten replacements of recovery codes must not block the mail about a new passkey.
  if (mail.template === 'second_factor_changed') return { limit, group: `${group}:${mail.data.change}` };
  return { limit, group };
}
