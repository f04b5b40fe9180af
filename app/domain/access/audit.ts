import type { Role } from './roles.ts';

/**
 * Every act and fact that changes an account, by subject (design §2, "audit"). The groups are the filter's choices on the
 * Activity page. `..._requested` is recorded before the act, so that every act is recorded; the act can still be refused.
 */
const auditGroupKinds = {
  sign_in: [
    'signed_in',
    'signed_in_by_link',
    'signed_in_by_code',
    'signed_in_by_passkey',
    'sign_in_failed',
    'sign_in_throttled',
    'signed_out',
    'magic_link_requested',
    'session_ended',
    'other_sessions_ended',
    'account_switched',
    'second_factor_due',
    'second_factor_passed',
    'second_factor_refused',
    'passkey_counter_went_back',
    'recovery_code_used',
    'access_confirmed',
  ],
  profile: [
    'registered',
    'email_confirmed',
    'password_reset_requested',
    'password_reset',
    'password_changed',
    'password_refused',
    'name_changed',
    'email_change_requested',
    'email_changed',
    'authenticator_added',
    'authenticator_removed',
    'passkey_added',
    'passkey_removed',
    'recovery_codes_replaced',
    'browser_forgotten',
    'second_factor_removal_requested',
    'second_factor_removal_refused',
    'second_factor_removed',
  ],
  members: [
    'member_invited',
    'invitation_resent',
    'invitation_revoked',
    'invitation_accepted',
    'role_changed',
    'member_removed',
    'second_factor_required',
    'second_factor_optional',
  ],
  tokens: ['token_created', 'token_revoked'],
  billing: [
    'checkout_requested',
    'plan_change_requested',
    'cancellation_requested',
    'resubscription_requested',
    'card_change_requested',
    'billing_details_requested',
    'at_limit_changed',
    'subscription_started',
    'plan_changed',
    'subscription_paused',
    'subscription_resumed',
    'cancellation_scheduled',
    'cancellation_undone',
    'subscription_ended',
    'card_changed',
    'payment_succeeded',
    'payment_failed',
    'payment_refunded',
  ],
  workspace: [
    'restart_requested',
    'version_requested',
    'earlier_version_requested',
    'timezone_requested',
    'saved_executions_requested',
    'survey_answered',
    'apps_selected',
  ],
  webhooks: [
    'webhook_opened',
    'webhooks_replay_requested',
    'webhooks_drop_requested',
    'webhooks_paused',
    'webhooks_resumed',
    'webhooks_order_changed',
    'webhook_path_changed',
  ],
  backups: [
    'backup_requested',
    'credentials_backup_requested',
    'archive_upload_requested',
    'restore_requested',
    'credentials_restore_requested',
  ],
  downloads: [
    'backup_downloaded',
    'invoice_downloaded',
    'payments_downloaded',
    'executions_downloaded',
    'webhooks_downloaded',
    'activity_downloaded',
  ],
} as const;

export type AuditGroup = keyof typeof auditGroupKinds;
export type KindOf<Group extends AuditGroup> = (typeof auditGroupKinds)[Group][number];
export type AuditKind = (typeof auditGroupKinds)[AuditGroup][number];

/** Each group's kinds. */
export const kindsOfGroup: Readonly<Record<AuditGroup, readonly AuditKind[]>> = auditGroupKinds;
export const auditGroups = Object.keys(auditGroupKinds) as readonly AuditGroup[];
export const auditKinds: readonly AuditKind[] = Object.values(auditGroupKinds).flat();

/** A person's act, as its use case records it. */
export interface RecordedAct {
  kind: AuditKind;
  /** As `AuditEvent.subject`. */
  subject?: string | null;
}

/** One row of the Activity page. */
export interface AuditEvent {
  id: string;
  at: number;
  kind: AuditKind;
  /** The person who acted; null for a stranger. */
  actor: { name: string; email: string } | null;
  /**
   * Such as the e-mail of a changed person, a token's name, a plan, a version or a file; null when the actor is the subject.
   */
  subject: string | null;
  /** The role that was given. */
  role: Role | null;
  address: string;
  /** Location of the address, such as `Berlin, DE`; null when the edge did not know. */
  place: string | null;
  userAgent: string;
}
