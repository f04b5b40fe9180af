import type { Role } from './roles.ts';

/** Security events of an account, as stored and shown to its owner (design §2, "audit"). */
export const auditKinds = [
  'registered',
  'email_confirmed',
  'signed_in',
  'signed_in_by_link',
  'signed_in_by_code',
  'sign_in_failed',
  'sign_in_throttled',
  'signed_out',
  'magic_link_requested',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'password_refused',
  'name_changed',
  'email_change_requested',
  'email_changed',
  'session_ended',
  'other_sessions_ended',
  'account_switched',
  'member_invited',
  'invitation_resent',
  'invitation_revoked',
  'invitation_accepted',
  'role_changed',
  'member_removed',
  'token_created',
  'token_revoked',
  'credentials_backup_requested',
  'credentials_restore_requested',
  'webhook_opened',
  'webhooks_replay_requested',
  'webhooks_drop_requested',
  'webhooks_paused',
  'webhooks_resumed',
  'webhooks_order_changed',
  'webhook_path_changed',
  'second_factor_due',
  'second_factor_passed',
  'second_factor_refused',
  'signed_in_by_passkey',
  'passkey_counter_went_back',
  'access_confirmed',
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'recovery_codes_replaced',
  'browser_forgotten',
  'second_factor_removal_requested',
  'second_factor_removal_refused',
  'second_factor_removed',
  'second_factor_required',
  'second_factor_optional',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** One row of the Activity page. */
export interface AuditEvent {
  id: string;
  at: number;
  kind: AuditKind;
  /** The person who acted; null for a stranger and for a deleted person. */
  actor: { name: string; email: string } | null;
  /**
   * Whom or what the event concerns, unless it is the actor: the e-mail of an invited, changed or removed person, a new
   * e-mail or name, a token's name, or the path or ids of webhooks.
   */
  subject: string | null;
  /** The role that was given. */
  role: Role | null;
  address: string;
  /** Location of the address, such as `Berlin, DE`; null when the edge did not know. */
  place: string | null;
  userAgent: string;
}
