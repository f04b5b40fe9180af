import type { Mail } from './messages.ts';

/**
 * Whether the recipient of each mail has confirmed their address and name. `unconfirmed`: a stranger may have chosen
 * both, so the mail contains no free text. `support` is our own inbox.
 */
export const mailRecipients = {
  confirm_email: 'unconfirmed',
  already_registered: 'unconfirmed',
  invitation: 'unconfirmed',
  confirm_new_email: 'unconfirmed',
  email_already_used: 'unconfirmed',
  magic_link: 'confirmed',
  reset_password: 'confirmed',
  password_changed: 'confirmed',
  email_change_requested: 'confirmed',
  email_changed: 'confirmed',
  second_factor_changed: 'confirmed',
  second_factor_guessed: 'confirmed',
  second_factor_removal_requested: 'confirmed',
  removed_from_account: 'confirmed',
  plan_welcome: 'confirmed',
  payment_receipt: 'confirmed',
  payment_failed: 'confirmed',
  card_expiring: 'confirmed',
  subscription_paused: 'confirmed',
  subscription_cancelled: 'confirmed',
  subscription_resumed: 'confirmed',
  trial_reminder: 'confirmed',
  trial_ended: 'confirmed',
  deletion_warning: 'confirmed',
  workspace_deleted: 'confirmed',
  usage_warning: 'confirmed',
  overage_begun: 'confirmed',
  overage_cap: 'confirmed',
  version_stale: 'confirmed',
  version_updated: 'confirmed',
  update_went_back: 'confirmed',
  update_rehearsed: 'confirmed',
  webhooks_waiting: 'confirmed',
  support_ticket: 'support',
  support_ticket_copy: 'confirmed',
} as const satisfies Record<Mail['template'], 'confirmed' | 'unconfirmed' | 'support'>;
