/** Everything that the declaration of a call imports from the plumbing. */
export { AppError } from '#app/domain/errors/app-error.ts';
export { fieldError } from '#app/domain/errors/field-errors.ts';
export { withErrorCode } from '#app/domain/errors/with-error-code.ts';
export { anyone } from '#app/http/admission.ts';
export { caller } from '#app/http/caller.ts';
export { parseBody } from '#app/http/parse-body.ts';
export { defineCall, json, noContent } from './define-call.ts';
export { workspace } from './workspace-caller.ts';
