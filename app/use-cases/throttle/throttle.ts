import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type Clock, SECOND_MS } from '#app/domain/time/clock.ts';

/** @returns the key of a counter: its subject and its holder. */
export function throttleKey(
  what:
    | 'register:address'
    | 'sign_in:address'
    | 'password:user'
    | 'factor:user'
    | 'factor_removal:user'
    | 'invite:account'
    | 'invite:inbox'
    | 'invitation:link'
    | 'invitation:unknown'
    | 'link_mail:email'
    | 'link_mail:address'
    | 'confirm:address'
    | 'confirm:link'
    | 'reset:address'
    | 'reset:link'
    | 'email_change:user'
    | 'login_code:workspace'
    | 'cloud_user:workspace'
    | 'cloud_user:credential'
    | 'ticket:account'
    | 'uploads:account'
    | 'upload_bytes:account',
  whom: string,
): string {
  return `${what}:${whom}`;
}

/**
 * @param counted the counter after this attempt was added to it.
 * @throws AppError too_many_attempts with the seconds until the window ends.
 */
export function refuseWhenThrottled(
  counted: { attempts: number; windowEndsAt: number },
  rule: ThrottleRule,
  clock: Clock,
): void {
  if (counted.attempts <= rule.limit) return;
  throw new AppError('too_many_attempts', {
    retryAfterSeconds: wholeSeconds(counted.windowEndsAt - clock.now()),
  });
}

/** @returns a wait in whole seconds, rounded up; at least one. */
export function wholeSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / SECOND_MS));
}
