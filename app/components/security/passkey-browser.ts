import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { onMissingChunk } from '../layout/chunk-guard.ts';

/** Why the browser returned no passkey. Closing its dialog and a timeout cannot be distinguished. */
export type PasskeyProblem = 'cancelled' | 'unsupported' | 'failed';

/** The names of the exceptions that WebAuthn defines, where they mean more than a failure. */
const PROBLEMS: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/**
 * Asks the browser to make a passkey. Call it on a click: browsers refuse it otherwise.
 *
 * @returns the response to post; `exists` when this authenticator has one of the user's passkeys.
 */
export async function createPasskeyInBrowser(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ response: RegistrationResponseJSON } | PasskeyProblem | 'exists'> {
  if (!hasWebAuthn()) return 'unsupported';
  try {
    const { startRegistration } = await import('@simplewebauthn/browser').catch(onMissingChunk);
    return { response: await startRegistration({ optionsJSON }) };
  } catch (error) {
    return nameOf(error) === 'InvalidStateError' ? 'exists' : problemOf(error);
  }
}

/** Asks the browser for one of its passkeys. Call it on a click: browsers refuse it otherwise. */
export async function getPasskeyInBrowser(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<{ response: AuthenticationResponseJSON } | PasskeyProblem> {
  if (!hasWebAuthn()) return 'unsupported';
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser').catch(onMissingChunk);
    return { response: await startAuthentication({ optionsJSON }) };
  } catch (error) {
    return problemOf(error);
  }
}

/** False in old browsers, and wherever the page is not a secure context. */
function hasWebAuthn(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

function problemOf(error: unknown): PasskeyProblem {
  const name = nameOf(error);
  return Object.hasOwn(PROBLEMS, name) ? (PROBLEMS[name] ?? 'failed') : 'failed';
}

/** The library's errors keep the name of the browser's. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
