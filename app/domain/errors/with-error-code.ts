import { AccessUnconfirmed } from './access-unconfirmed.ts';
import { AppError } from './app-error.ts';
import type { ErrorCode } from './catalogue.ts';

/** @returns the result of `act`. @throws AppError `code` for any failure; AppError and AccessUnconfirmed as they are. */
export async function withErrorCode<Result>(code: ErrorCode, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    const isRefusal = cause instanceof AppError || cause instanceof AccessUnconfirmed;
    throw isRefusal ? cause : new AppError(code, { cause });
  }
}
