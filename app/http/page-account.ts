import { AppError } from '#app/domain/errors/app-error.ts';

/** The account in which each posted form would act. */
const accounts = new WeakMap<Request, string>();

/** Stores the account that a request acts in, before its form is read. */
export function noteAccount(request: Request, accountId: string): void {
  accounts.set(request, accountId);
}

/**
 * Refuses a form of a page that shows another account: the person changed accounts in another tab, and would act where
 * they do not look.
 * @param shownId the form's field; null without it: the form acts in any account.
 * @throws AppError page_of_other_account
 */
export function refuseOtherAccount(
  request: Request,
  shownId: string | null,
  accountId = accounts.get(request),
): void {
  if (accountId !== undefined && shownId !== null && shownId !== accountId)
    throw new AppError('page_of_other_account');
}
