import { z } from 'zod';
import type { HookConfig } from './config.ts';
import { type Handler, parseJson, Refusal, readBody, redirect, sendEmpty } from './http.ts';
import type { N8n } from './n8n/n8n.ts';
import type { People } from './people.ts';
import { CLOCK_SKEW_MS, instantOfCall, LINK_LIFETIME_MS, readLink, type SignInLink } from './signatures.ts';
import { readSignedBody, requireSignature } from './signed-call.ts';
import type { HookState } from './state.ts';

const MAX_CALL_BYTES = 4 * 1024;
const BAD_LINK = 'This link was used before or has expired. Open the workspace again from Weft Cloud.';

const emailSchema = z.string().min(3).max(254);
const signOutSchema = z.object({ email: emailSchema, at: z.number().optional() });
const personSchema = z.object({
  email: emailSchema,
  role: z.enum(['owner', 'billing', 'operator', 'member']).nullable(),
  at: z.number().optional(),
});

interface Ports {
  config: HookConfig;
  state: HookState;
  n8n: N8n;
  people: People;
  clock: { now(): number };
}

/**
 * `GET /weft/sign-in`: a link of the portal signs its person in, once. This clock may differ from the portal's by two minutes,
 * so a used link is remembered two minutes beyond its expiry.
 */
export function signIn({ config, state, n8n, people, clock }: Ports): Handler {
  return async (request, response) => {
    const query = new URL(request.url ?? '/', 'http://workspace').searchParams;
    const link = readLink(query.get('token') ?? '', config.signInKey);
    const now = clock.now();
    if (
      !link ||
      !isInTime(link, now) ||
      !isAfterSignOut(link) ||
      !state.takeLink(link.jti, link.exp + 2 * CLOCK_SKEW_MS, now)
    )
      throw new Refusal(401, BAD_LINK);
    const user = await people.admit(link);
    // The person was signed out meanwhile.
    if (!isAfterSignOut(link)) throw new Refusal(401, BAD_LINK);
    await n8n.issueCookie(user.id, response);
    redirect(response, 302, localPath(link.path));
  };

  function isInTime({ iat, exp }: SignInLink, now: number): boolean {
    return exp - iat <= LINK_LIFETIME_MS && iat - CLOCK_SKEW_MS <= now && now < exp + CLOCK_SKEW_MS;
  }

  function isAfterSignOut({ email, iat }: SignInLink): boolean {
    const at = state.signedOutAt(email);
    return at === null || iat > at;
  }
}

/** `POST /weft/sign-out`: ends a person's sessions here, and voids their unused links. */
export function signOut({ config, people, clock }: Ports): Handler {
  return async (request, response) => {
    const read = signOutSchema.safeParse(parseJson(await readBody(request, MAX_CALL_BYTES)));
    if (!read.success) throw new Refusal(400, 'The body has no e-mail address.');
    const { email, at } = read.data;
    requireSignature(request, `sign-out:${email}`, config.signInKey);
    await people.signOut(email, instantOfCall(at, clock.now()));
    sendEmpty(response);
  };
}

/** `POST /weft/people`: sets a person's role, or removes them. */
export function setPerson({ config, people, clock }: Ports): Handler {
  return async (request, response) => {
    const signed = { purpose: 'people', maxBytes: MAX_CALL_BYTES, key: config.signInKey };
    const body = await readSignedBody(request, signed);
    const read = personSchema.safeParse(parseJson(body));
    if (!read.success) throw new Refusal(400, 'The body is not a person with a role.');
    const { email, role, at } = read.data;
    await people.setRole(email, role, instantOfCall(at, clock.now()));
    sendEmpty(response);
  };
}

/** @returns a path within this workspace, to which a link can redirect. */
export function localPath(path: string | undefined): string {
  // Browsers read a backslash as a slash and drop control characters; either could turn the rest into another host.
  return path !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : '/';
}
