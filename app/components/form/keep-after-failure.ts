import type { ShouldRevalidateFunction } from '@remix-run/react';
import { isFailedForm } from '#app/domain/errors/failed-form.ts';

/** After a `FailedForm` the page stays: its loader would meet the same failure, and replace the form by an error page. */
export const keepAfterFailure: ShouldRevalidateFunction = ({
  actionStatus = 200,
  actionResult,
  defaultShouldRevalidate,
}) =>
  // A `clientAction` answers without a status.
  defaultShouldRevalidate && actionStatus < 500 && !isFailedForm(actionResult);

/** @returns a route's module, which stays after a failed form unless it has a `shouldRevalidate` of its own. */
export function withRevalidation<Module extends object>(module: Module) {
  return { shouldRevalidate: keepAfterFailure, ...module };
}
