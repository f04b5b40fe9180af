import { hashToken, newId, newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { mailCause } from '#app/domain/access/mail-limits.ts';
import { throttleOf } from '#app/domain/access/throttle-rules.ts';
import { isReservedAccountName } from '#app/domain/account/account-name.ts';
import { normalizeEmail } from '#app/domain/account/email.ts';
import type { Registration } from '#app/domain/account/forms.ts';
import { personalWords } from '#app/domain/account/personal-words.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { TRIAL_PLAN_ID } from '#app/domain/plan/plan.ts';
import { DEFAULT_TIMEZONE } from '#app/domain/time/calendar.ts';
import { resolveTimezone } from '#app/domain/time/timezone.ts';
import type { NewRegistration, RegistrationContext } from '#db/queries/registrations.ts';
import { hashNewPassword } from '../new-password.ts';
import type { Services } from '../services.ts';
import { newSession } from '../session/new-session.ts';
import { refuseWhenThrottled } from '../throttle/throttle.ts';
import { verifyCounted } from '../throttle/verify-counted.ts';

export type RegisterAccountPorts = Pick<
  Services,
  'breachedPasswords' | 'clock' | 'humanCheck' | 'passwords' | 'registrations' | 'sessions'
>;

/**
 * Anyone: creates a pending account and signs its owner in (spec §2 /register, design §4 "Registration").
 *
 * Reveals nothing to a stranger: a confirmed e-mail gets the same answer as any other, and only its owner
 * gets a mail. The same form posted twice creates one account: the second post finds the first by its human
 * check, which no other form can contain, and proves itself by the password.
 *
 * @throws AppError human_check_failed, account_name_taken (with its field), too_many_attempts,
 *   account_setup_failed; invalid_form as `hashNewPassword`, the same for new and used e-mails.
 */
export async function registerAccount(
  ports: RegisterAccountPorts,
  form: Registration,
  client: ClientInfo,
): Promise<{ sessionToken: string }> {
  const check = await ports.humanCheck.verify(form.humanCheck, client);
  if (!check) throw newHumanCheckError();
  const emailNormalized = normalizeEmail(form.email);
  const loadContext = () =>
    ports.registrations.loadRegistrationContext({
      now: ports.clock.now(),
      throttle: perAddress(client),
      accountName: form.accountName,
      emailNormalized,
      humanCheckId: check.id,
    });
  const found = await loadContext();
  refuseWhenThrottled(found, ports.clock);
  if (found.sameCheck) return resume(ports, found.sameCheck, form, client);
  if (found.isNameTaken || isReservedAccountName(form.accountName)) throw newTakenNameError();

  const passwordHash = await hashNewPassword(ports, {
    password: form.password,
    words: personalWords(form),
    field: 'password',
    keys: [perAddress(client).key],
  });
  const { sessionToken, signInInput } = await newSession(ports, client);
  const confirmation = found.emailOwner ? null : newToken();
  const account: NewRegistration = {
    ...signInInput,
    userId: newId('usr'),
    accountId: newId('acc'),
    workspaceId: newId('wks'),
    humanCheckId: check.id,
    accountName: form.accountName,
    planId: TRIAL_PLAN_ID,
    name: form.fullName,
    email: form.email,
    emailNormalized,
    passwordHash,
    wantsNewsletter: form.newsletter,
    timezone: resolveTimezone(form.timezone ?? '') ?? DEFAULT_TIMEZONE,
    confirmationTokenHash: confirmation && (await hashToken(confirmation)),
    mail: registrationMail(form, found.emailOwner, confirmation),
    cause: mailCause('network', client.network),
  };
  const outcome = await withErrorCode('account_setup_failed', () => ports.registrations.create(account));
  if (outcome === 'created') return { sessionToken };

  // Another registration won the race between read and write: perhaps the second post of this form.
  const { sameCheck, isNameTaken } = await loadContext();
  if (sameCheck) return resume(ports, sameCheck, form, client);
  // A free name: the check was redeemed by a registration that was withdrawn.
  throw isNameTaken ? newTakenNameError() : newHumanCheckError();
}

const perAddress = ({ network }: ClientInfo) => throttleOf('register:address', network);

async function resume(
  ports: RegisterAccountPorts,
  earlier: NonNullable<RegistrationContext['sameCheck']>,
  form: Registration,
  client: ClientInfo,
) {
  const isSameForm =
    earlier.accountName === form.accountName && earlier.emailNormalized === normalizeEmail(form.email);
  // Otherwise the check was redeemed by someone else: a replay.
  const isSame =
    isSameForm && (await verifyCounted(ports, form.password, earlier.passwordHash, [perAddress(client).key]));
  if (!isSame) throw newHumanCheckError();
  const { sessionToken, signInInput } = await newSession(ports, client);
  const isSignedIn = await ports.sessions.create({
    ...signInInput,
    userId: earlier.userId,
    accountId: earlier.accountId,
    verifiedHash: earlier.passwordHash,
    isOfRegistration: true,
  });
  // Meanwhile the e-mail's owner confirmed it, and removed what this registrant holds.
  if (!isSignedIn) throw newHumanCheckError();
  return { sessionToken };
}

function registrationMail(
  form: Registration,
  owner: RegistrationContext['emailOwner'],
  token: string | null,
): Mail {
  if (owner || token === null) {
    return { template: 'already_registered', to: owner?.email ?? form.email, data: {} };
  }
  return { template: 'confirm_email', to: form.email, data: { accountName: form.accountName, token } };
}

function newHumanCheckError() {
  return new AppError('human_check_failed', { fields: { humanCheck: fieldError('human_check') } });
}

function newTakenNameError() {
  return new AppError('account_name_taken', { fields: { accountName: fieldError('account_name_taken') } });
}
