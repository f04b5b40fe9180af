import { AppError } from '../errors/app-error.ts';

/** A change was sent to the billing provider, and no answer says whether it is made. */
export class UnansweredChange extends Error {
  override readonly name = 'UnansweredChange';

  constructor(cause: unknown) {
    super(`The provider did not answer a change: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** @returns whether the provider may have made the failed change, or may still make it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof UnansweredChange;
}
