/** Every way a field can be wrong; the sentences stand in the translations under `fieldErrors`. */
const fieldErrorCodes = [
  'required',
  'unknown_field',
  'duplicate_field',
  'number_imprecise',
  'limit_out_of_range',
  'cursor_invalid',
  'token_name_required',
  'token_name_too_long',
  'token_name_taken',
  'factor_name_required',
  'code_required',
  'totp_wrong',
  'scopes_required',
  'quota_number',
  'quota_too_small',
  'quota_too_large',
  'quota_step',
  'workspace_name_mismatch',
  'full_name_required',
  'full_name_characters',
  'name_unreadable',
  'full_name_too_long',
  'email_required',
  'email_too_short',
  'email_invalid',
  'email_mismatch',
  'email_same',
  'password_required',
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_personal',
  'password_breached',
  'account_name_required',
  'account_name_too_short',
  'account_name_too_long',
  'account_name_characters',
  'account_name_start',
  'account_name_end',
  'account_name_taken',
  'human_check',
  'login_required',
  'choose_one',
  'work_area_other',
  'industry_other',
  'text_too_long',
  'timezone_unknown',
  'version_unknown',
  'downgrade_refused',
  'breaking_change_unconfirmed',
  'apps_required',
  'app_unknown',
  'invite_required',
  'invite_too_many',
  'ticket_subject_required',
  'ticket_subject_too_long',
  'ticket_body_required',
  'ticket_body_too_long',
  'attachment_empty',
  'attachment_too_large',
  'attachment_type',
  'attachments_used_up',
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** @returns the translation key that a schema gives as its message and a form shows beside the field. */
export function fieldError<Code extends FieldErrorCode>(code: Code): `fieldErrors.${Code}` {
  return `fieldErrors.${code}`;
}

/** @returns whether a failure's code is also something that a field can be told. */
export function isFieldError(code: string): code is FieldErrorCode {
  return (fieldErrorCodes as readonly string[]).includes(code);
}
