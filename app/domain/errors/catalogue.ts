/**
 * Every way the product refuses or fails, by its stable code (design §3).
 *
 * `status` is the HTTP status it becomes, `retry` says whether repeating the same request can help. The sentence a
 * person reads is the translation `errors.{code}`; the wording of spec §8 stands there.
 */
export const errorCatalogue = {
  // What the person typed
  invalid_form: { status: 422, retry: false },
  account_name_taken: { status: 422, retry: false },
  human_check_failed: { status: 422, retry: false },
  invalid_credentials: { status: 401, retry: false },
  // Who they are and what they may do
  not_signed_in: { status: 401, retry: false },
  session_expired: { status: 401, retry: false },
  email_not_confirmed: { status: 403, retry: false },
  forbidden: { status: 403, retry: false },
  foreign_origin: { status: 403, retry: false },
  too_many_attempts: { status: 429, retry: true },
  resend_too_soon: { status: 429, retry: true },
  password_wrong: { status: 422, retry: false },
  last_owner: { status: 409, retry: false },
  member_not_found: { status: 404, retry: false },
  invitation_not_found: { status: 404, retry: false },
  session_not_found: { status: 404, retry: false },
  // Personal API tokens
  api_token_invalid: { status: 401, retry: false },
  api_token_scope_missing: { status: 403, retry: false },
  api_token_in_address: { status: 400, retry: false },
  api_token_not_found: { status: 404, retry: false },
  too_many_api_tokens: { status: 409, retry: false },
  session_needed: { status: 403, retry: false },
  // Links
  magic_link_not_sent: { status: 503, retry: true },
  reset_not_sent: { status: 503, retry: true },
  link_expired: { status: 410, retry: false },
  login_code_failed: { status: 401, retry: false },
  link_invalid: { status: 400, retry: false },
  confirmation_failed: { status: 400, retry: false },
  confirmation_expired: { status: 410, retry: false },
  confirmation_not_sent: { status: 502, retry: true },
  email_belongs_to_another: { status: 409, retry: false },
  // Registration and set-up (spec §8)
  user_not_loaded: { status: 500, retry: true },
  user_plan_not_loaded: { status: 500, retry: true },
  workspaces_not_loaded: { status: 500, retry: true },
  confirmation_not_resent: { status: 500, retry: true },
  survey_not_loaded: { status: 500, retry: true },
  survey_not_answered: { status: 404, retry: false },
  registration_unavailable: { status: 503, retry: true },
  account_setup_failed: { status: 500, retry: true },
  trial_setup_failed: { status: 500, retry: true },
  login_failed: { status: 500, retry: true },
  survey_not_saved: { status: 500, retry: true },
  apps_not_saved: { status: 500, retry: true },
  invitations_not_saved: { status: 500, retry: true },
  // The workspace
  workspace_not_found: { status: 404, retry: false },
  workspace_not_online: { status: 409, retry: true },
  workspace_status_unavailable: { status: 503, retry: true },
  polling_timed_out: { status: 504, retry: true },
  workspace_pending: { status: 409, retry: true },
  workspace_stopped: { status: 409, retry: false },
  version_unknown: { status: 422, retry: false },
  timezone_unknown: { status: 422, retry: false },
  downgrade_refused: { status: 422, retry: false },
  breaking_change_unconfirmed: { status: 422, retry: false },
  settings_not_saved: { status: 500, retry: true },
  versions_unavailable: { status: 503, retry: true },
  restart_failed: { status: 500, retry: true },
  operations_disabled: { status: 503, retry: true },
  no_usage_yet: { status: 404, retry: true },
  // Backups
  backup_not_found: { status: 404, retry: false },
  backup_running: { status: 409, retry: true },
  backups_unavailable: { status: 503, retry: true },
  archive_invalid: { status: 422, retry: false },
  archive_too_large: { status: 413, retry: false },
  archive_missing: { status: 422, retry: false },
  no_workflow_chosen: { status: 422, retry: false },
  restore_failed: { status: 502, retry: true },
  // Plans and billing (spec §8)
  billing_unavailable: { status: 503, retry: true },
  checkout_failed: { status: 502, retry: true },
  // Nobody's failure: who closed the checkout has not paid, and what was paid may take a moment to be told.
  checkout_incomplete: { status: 409, retry: true },
  plan_change_failed: { status: 502, retry: true },
  plan_customization_failed: { status: 502, retry: true },
  payment_information_unavailable: { status: 503, retry: true },
  payment_details_outdated: { status: 409, retry: false },
  resubscription_needed: { status: 409, retry: false },
  resubscription_failed: { status: 502, retry: true },
  plan_change_pending: { status: 409, retry: true },
  // Charged now, a change could give back as credit what nobody has paid yet.
  plan_charge_waiting: { status: 409, retry: false },
  plan_unknown: { status: 422, retry: false },
  payment_declined: { status: 402, retry: true },
  already_subscribed: { status: 409, retry: false },
  // Paid, and not told of yet: a second checkout would buy twice.
  checkout_paid: { status: 409, retry: true },
  no_subscription: { status: 404, retry: false },
  invoice_not_found: { status: 404, retry: false },
  signature_invalid: { status: 401, retry: false },
  // Support
  ticket_not_sent: { status: 503, retry: true },
  attachment_not_found: { status: 404, retry: false },
  // The request itself
  https_required: { status: 403, retry: false },
  not_found: { status: 404, retry: false },
  method_not_allowed: { status: 405, retry: false },
  body_too_large: { status: 413, retry: false },
  unsupported_media_type: { status: 415, retry: false },
  malformed_body: { status: 400, retry: false },
  body_too_deep: { status: 400, retry: false },
  invalid_query: { status: 400, retry: false },
  // Us
  provider_unavailable: { status: 503, retry: true },
  internal: { status: 500, retry: true },
} as const satisfies Record<string, { status: number; retry: boolean }>;

export type ErrorCode = keyof typeof errorCatalogue;
