import type { ShouldRevalidateFunction } from '@remix-run/react';
import { isFailedForm } from '#app/domain/errors/failed-form.ts';

/**
 * The `shouldRevalidate` of every page with a form. After a `FailedForm` the page stays: its loader would meet the same
 * failure, and an error page would replace the form.
 */
export const keepAfterFailure: ShouldRevalidateFunction = ({
  actionStatus = 200,
  actionResult,
  defaultShouldRevalidate,
}) =>
  // A `clientAction` answers without a status.
  defaultShouldRevalidate && actionStatus < 500 && !isFailedForm(actionResult);
