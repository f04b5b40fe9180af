import type * as WebAuthn from '@simplewebauthn/browser';
import { onMissingChunk } from '../layout/chunk-guard.ts';

/** Why the browser returned no passkey. Closing its dialog and a timeout cannot be distinguished. */
export type PasskeyProblem = 'cancelled' | 'unsupported' | 'failed';

/**
 * The names of the exceptions that WebAuthn defines, where they mean more than a failure. The library's errors keep the
 * names.
 */
const PROBLEMS = new Map<string, PasskeyProblem>([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['NotSupportedError', 'unsupported'],
  ['ConstraintError', 'unsupported'],
]);

/** InvalidStateError: the authenticator has one of the user's passkeys. */
const PROBLEMS_OF_MAKING = new Map<string, PasskeyProblem | 'exists'>(PROBLEMS).set(
  'InvalidStateError',
  'exists',
);

/** Makes a passkey, on a click: browsers refuse it otherwise. */
export function createPasskeyInBrowser(optionsJSON: WebAuthn.PublicKeyCredentialCreationOptionsJSON) {
  return askBrowser(({ startRegistration }) => startRegistration({ optionsJSON }), PROBLEMS_OF_MAKING);
}

/** Asks for one of the browser's passkeys, on a click: browsers refuse it otherwise. */
export function getPasskeyInBrowser(optionsJSON: WebAuthn.PublicKeyCredentialRequestOptionsJSON) {
  return askBrowser(({ startAuthentication }) => startAuthentication({ optionsJSON }), PROBLEMS);
}

/** @returns the response to post, or why the browser gave no response. */
async function askBrowser<Response, Problem>(
  ask: (webAuthn: typeof WebAuthn) => Promise<Response>,
  problems: ReadonlyMap<string, Problem>,
): Promise<{ response: Response } | Problem | 'unsupported' | 'failed'> {
  // Old browsers, and wherever the page is not a secure context.
  if (typeof globalThis.PublicKeyCredential !== 'function') return 'unsupported';
  try {
    return { response: await ask(await import('@simplewebauthn/browser').catch(onMissingChunk)) };
  } catch (error) {
    return (error instanceof Error && problems.get(error.name)) || 'failed';
  }
}
