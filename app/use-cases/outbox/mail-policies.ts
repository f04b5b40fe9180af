import { type MailLimit, noticeMail, unsolicitedMail } from '#app/domain/access/mail-limits.ts';
import type { Mail } from '#app/domain/mail/messages.ts';

type Template = Mail['template'];

/**
 * `group`: mails that mean the same to an inbox are counted together, so that asking for one kind of mail never uses up
 * another kind's number.
 */
export type MailPolicy =
  /** Anybody can cause it who names an address. */
  | { kind: 'unsolicited'; group: string; limit: MailLimit }
  /** Its recipient caused it, or an account that they joined. */
  | { kind: 'notice'; group: string; limit: MailLimit }
  /** Of the account's own course: billing and workspace. Each is sent once by its id, and none may be lost. */
  | { kind: 'account' }
  /** To support, which reads every ticket; tickets are limited per account. */
  | { kind: 'support' };

const unsolicited = (group: string) => ({ kind: 'unsolicited', group, limit: unsolicitedMail }) as const;
const notice = (group: Template) => ({ kind: 'notice', group, limit: noticeMail }) as const;
const account = { kind: 'account' } as const;

/** What each mail is to its recipient. A new template does not compile until it is declared here. */
export const mailPolicies = {
  confirm_email: unsolicited('registration'),
  already_registered: unsolicited('registration'),
  magic_link: unsolicited('magic_link'),
  reset_password: unsolicited('reset_password'),
  invitation: unsolicited('invitation'),
  confirm_new_email: unsolicited('new_email'),
  email_already_used: unsolicited('new_email'),
  password_changed: notice('password_changed'),
  email_change_requested: notice('email_change_requested'),
  email_changed: notice('email_changed'),
  removed_from_account: notice('removed_from_account'),
  second_factor_changed: notice('second_factor_changed'),
  second_factor_guessed: notice('second_factor_guessed'),
  second_factor_removal_requested: notice('second_factor_removal_requested'),
  support_ticket_copy: notice('support_ticket_copy'),
  support_ticket: { kind: 'support' },
  plan_welcome: account,
  payment_receipt: account,
  payment_failed: account,
  card_expiring: account,
  subscription_paused: account,
  subscription_cancelled: account,
  subscription_resumed: account,
  trial_reminder: account,
  trial_ended: account,
  deletion_warning: account,
  workspace_deleted: account,
  usage_warning: account,
  version_stale: account,
  version_updated: account,
} as const satisfies Record<Template, MailPolicy>;

/** @returns how a mail is counted against its recipient's inbox; null for one that never is. */
export function countedMail(mail: Mail): { group: string; limit: MailLimit } | null {
  const policy: MailPolicy = mailPolicies[mail.template];
  if (!('limit' in policy)) return null;
  // Ten replaced recovery codes must not keep the mail back that a passkey was added.
  if (mail.template === 'second_factor_changed')
    return { ...policy, group: `${policy.group}:${mail.data.change}` };
  return policy;
}
