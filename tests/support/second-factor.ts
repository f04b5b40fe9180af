import type { Client } from '@libsql/client';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { TOTP_STEP_MS, totpCode } from '#app/crypto/totp.ts';
import type { AuditKind } from '#app/domain/access/audit.ts';
import type { Owner } from './people.ts';
import { PortalClient } from './portal-client.ts';
import type { createSoftwareAuthenticator } from './software-authenticator.ts';

/** The events of second factors, from `auditKinds`: second-factor-activity.test.ts triggers each of them. */
export const factorAuditKinds = [
  'second_factor_due',
  'second_factor_passed',
  'second_factor_refused',
  'signed_in_by_passkey',
  'passkey_counter_went_back',
  'access_confirmed',
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'recovery_codes_replaced',
  'browser_forgotten',
  'second_factor_removal_requested',
  'second_factor_removal_refused',
  'second_factor_removed',
  'second_factor_required',
  'second_factor_optional',
] as const satisfies readonly AuditKind[];

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app, and the recovery codes created with it. */
export interface TestApp {
  secret: Uint8Array;
  recoveryCodes: string[];
}

/** @returns the code of the current step of 30 s, or of a step before or after it. */
export function codeOf({ secret }: Pick<TestApp, 'secret'>, stepsAhead = 0): string {
  return totpCode(Uint8Array.from(secret), Math.floor(Date.now() / TOTP_STEP_MS) + stepsAhead);
}

/** Reads the data of a page's loader. */
async function loaderData<Data>(client: PortalClient, path: string, routeId: string): Promise<Data> {
  const join = path.includes('?') ? '&' : '?';
  const response = await client.request(`${path}${join}_data=${encodeURIComponent(`routes/${routeId}`)}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.headers.get('Location')}`);
  return (await response.json()) as Data;
}

/** @returns the secret that /account/security shows to a person who adds an app. */
export async function setupSecret(client: PortalClient): Promise<Uint8Array> {
  const { app } = await loaderData<{ app: { key: string } }>(
    client,
    '/account/security?add=app',
    'account-security',
  );
  return decodeBase32(app.key);
}

/** Adds an authenticator app; its code of the current step is used up. */
export async function addApp(client: PortalClient, name = 'My phone'): Promise<TestApp> {
  const secret = await setupSecret(client);
  const answer = await postApp(client, { name, code: codeOf({ secret }) });
  return { secret, recoveryCodes: recoveryCodesIn(await answer.text()) };
}

export function postApp(client: PortalClient, fields: { name: string; code: string }): Promise<Response> {
  return client.post('/account/security?add=app', { intent: 'add-app', ...fields });
}

/** @returns the recovery codes on a page. */
function recoveryCodesIn(html: string): string[] {
  return [...new Set(html.match(/\b[0-9a-z]{6}(?:-[0-9a-z]{6}){3}\b/g))];
}

/** Adds a passkey. @returns the answer to the post. */
export async function addPasskey(
  client: PortalClient,
  authenticator: ReturnType<typeof createSoftwareAuthenticator>,
  { name = 'My laptop', origin = new URL(client.portal.portalUrl).origin } = {},
): Promise<Response> {
  const { passkey } = await loaderData<{ passkey: string }>(
    client,
    '/account/security?add=passkey',
    'account-security',
  );
  const options = JSON.parse(passkey) as PublicKeyCredentialCreationOptionsJSON;
  const answer = JSON.stringify(authenticator.createPasskey(options, { origin }));
  return client.post('/account/security?add=passkey', { intent: 'add-passkey', name, answer });
}

/** @returns the options with which a page requests a passkey. */
export async function passkeyAsked(
  client: PortalClient,
  path: '/login' | '/login/second-factor' | '/account/confirm-access',
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const routes = {
    '/login': 'login',
    '/login/second-factor': 'second-factor',
    '/account/confirm-access': 'confirm-access',
  };
  const { passkey } = await loaderData<{ passkey: string }>(client, path, routes[path]);
  return JSON.parse(passkey) as PublicKeyCredentialRequestOptionsJSON;
}

/** @returns the bytes of a key in the form of /account/security. */
export function decodeBase32(text: string): Uint8Array {
  const bits = [...text.replace(/\s/g, '').toUpperCase()]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** Signs in with the right password in an unknown browser. @returns the browser, whose second factor is due. */
export async function pendingSignIn({ client, fields }: Owner): Promise<PortalClient> {
  const browser = new PortalClient(client.portal);
  await browser.post('/login', { login: fields.email, password: fields.password });
  return browser;
}

/** Posts a code to /login/second-factor. */
export function enterCode(
  client: PortalClient,
  code: string,
  more: Record<string, string> = {},
): Promise<Response> {
  return client.post('/login/second-factor', { intent: 'code', code, ...more });
}

/** Makes every session of a person require a new proof of identity. */
export async function ageProofs(database: Client, { userId }: Pick<Owner, 'userId'>): Promise<void> {
  await database.execute({ sql: 'UPDATE sessions SET proved_at = 0 WHERE user_id = ?', args: [userId] });
}
