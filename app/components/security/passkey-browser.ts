import type * as WebAuthn from '@simplewebauthn/browser';
import { onMissingChunk } from '../layout/chunk-guard.ts';

/** Why the browser returned no passkey. Closing its dialog and a timeout cannot be distinguished. */
export type PasskeyProblem = 'cancelled' | 'unsupported' | 'exists' | 'failed';

/** The names of the exceptions that WebAuthn defines, where they mean more than a failure. The library's errors keep them. */
const PROBLEMS = new Map<string, PasskeyProblem>([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['NotSupportedError', 'unsupported'],
  ['ConstraintError', 'unsupported'],
]);

/** The same while a passkey is made, and for an authenticator that has one of the user's. */
const PROBLEMS_OF_MAKING = new Map(PROBLEMS).set('InvalidStateError', 'exists');

/** Makes a passkey, on a click: browsers refuse it otherwise. */
export function createPasskeyInBrowser(optionsJSON: WebAuthn.PublicKeyCredentialCreationOptionsJSON) {
  return askBrowser(({ startRegistration }) => startRegistration({ optionsJSON }), PROBLEMS_OF_MAKING);
}

/** Asks for one of the browser's passkeys, on a click: browsers refuse it otherwise. */
export function getPasskeyInBrowser(optionsJSON: WebAuthn.PublicKeyCredentialRequestOptionsJSON) {
  return askBrowser(({ startAuthentication }) => startAuthentication({ optionsJSON }));
}

/** @returns the response to post, or why there is none. */
async function askBrowser<Response>(
  ask: (webAuthn: typeof WebAuthn) => Promise<Response>,
  problems = PROBLEMS,
): Promise<{ response: Response } | PasskeyProblem> {
  // Old browsers, and wherever the page is not a secure context.
  if (typeof globalThis.PublicKeyCredential !== 'function') return 'unsupported';
  try {
    return { response: await ask(await import('@simplewebauthn/browser').catch(onMissingChunk)) };
  } catch (error) {
    return (error instanceof Error && problems.get(error.name)) || 'failed';
  }
}
