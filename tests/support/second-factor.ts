import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { TOTP_STEP_MS, totpCode } from '#app/use-cases/second-factor/totp.ts';
import type { PortalClient } from './portal-client.ts';
import type { createSoftwareAuthenticator } from './software-authenticator.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app that was set up, and the recovery codes that came with it. */
export interface TestApp {
  secret: Uint8Array;
  recoveryCodes: string[];
}

/** @returns the code of the present step of 30 s, or of one before or after it. */
export function codeOf({ secret }: Pick<TestApp, 'secret'>, stepsAhead = 0): Promise<string> {
  return totpCode(Uint8Array.from(secret), Math.floor(Date.now() / TOTP_STEP_MS) + stepsAhead);
}

/** Reads what a page's loader answers. */
export async function loaderData<Data>(client: PortalClient, path: string, routeId: string): Promise<Data> {
  const join = path.includes('?') ? '&' : '?';
  const response = await client.request(`${path}${join}_data=${encodeURIComponent(`routes/${routeId}`)}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.headers.get('Location')}`);
  return (await response.json()) as Data;
}

/** @returns the secret that /account/security shows to whoever adds an app. */
export async function setupSecret(client: PortalClient): Promise<Uint8Array> {
  const { app } = await loaderData<{ app: { key: string } }>(
    client,
    '/account/security?add=app',
    'account-security',
  );
  return decodeBase32(app.key);
}

/** Adds an authenticator app; its code of the present step is used up. */
export async function addApp(client: PortalClient, name = 'My phone'): Promise<TestApp> {
  const secret = await setupSecret(client);
  const answer = await postApp(client, { name, code: await codeOf({ secret }) });
  return { secret, recoveryCodes: recoveryCodesIn(await answer.text()) };
}

export function postApp(client: PortalClient, fields: { name: string; code: string }): Promise<Response> {
  return client.post('/account/security?add=app', { intent: 'add-app', ...fields });
}

/** @returns the recovery codes that a page shows. */
export function recoveryCodesIn(html: string): string[] {
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

/** @returns what a page asks the browser's passkeys. */
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

/** @returns the bytes of a key as /account/security shows it. */
export function decodeBase32(text: string): Uint8Array {
  const bits = [...text.replace(/\s/g, '').toUpperCase()]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
