import { type MailLimit, noticeMail, unsolicitedMail } from '#app/domain/access/mail-limits.ts';
import type { Mail } from '#app/domain/mail/messages.ts';

type Template = Mail['template'];

/**
 * `group`: mails of one group share an inbox's limit, so that requests for one kind of mail never use up another kind's
 * limit.
 */
export type MailPolicy =
  /** Anyone who types an address can cause it. */
  | { kind: 'unsolicited'; group: string; limit: MailLimit }
  /** The recipient caused it, or an account that they joined. */
  | { kind: 'notice'; group: string; limit: MailLimit }
  /** Billing and workspace mails of the account. Each is sent once by its id, and no limit may drop it. */
  | { kind: 'account' }
  /** To support, which reads every ticket; tickets are limited per account. */
  | { kind: 'support' };

const unsolicitedPolicy = (group: string) =>
  ({ kind: 'unsolicited', group, limit: unsolicitedMail }) as const;
const notice = (group: Template) => ({ kind: 'notice', group, limit: noticeMail }) as const;
const account = { kind: 'account' } as const;

/** The policy of each mail. A new template does not compile until it has one. */
export const mailPolicies = {
  confirm_email: unsolicitedPolicy('registration'),
  already_registered: unsolicitedPolicy('registration'),
  magic_link: unsolicitedPolicy('magic_link'),
  reset_password: unsolicitedPolicy('reset_password'),
  invitation: unsolicitedPolicy('invitation'),
  confirm_new_email: unsolicitedPolicy('new_email'),
  email_already_used: unsolicitedPolicy('new_email'),
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
  overage_begun: account,
  overage_cap: account,
  version_stale: account,
  version_updated: account,
  update_went_back: account,
  update_rehearsed: account,
  webhooks_waiting: account,
} as const satisfies Record<Template, MailPolicy>;

/** @returns the limit group of a mail in its recipient's inbox; null for an unlimited mail. */
export function findMailLimit(mail: Mail): { group: string; limit: MailLimit } | null {
  const policy: MailPolicy | undefined = mailPolicies[mail.template];
  // A newer deployment's mail, as after a rollback, has no policy here. Its sending fails, and no other mail's.
  if (!policy || !('limit' in policy)) return null;
  // Ten replacements of recovery codes must not block the mail about a new passkey.
  if (mail.template === 'second_factor_changed')
    return { ...policy, group: `${policy.group}:${mail.data.change}` };
  return policy;
}
