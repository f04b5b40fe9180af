import { z } from 'zod';
import { hashToken } from '#app/crypto/secrets.ts';
import { roles } from '#app/domain/access/roles.ts';
import { confirmByCodeSchema, confirmByPasswordSchema } from '#app/domain/access/second-factor-forms.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { linkRequestSchema, signInSchema } from '#app/domain/account/forms.ts';
import { currentTokenHash } from '#app/http/authenticator.ts';
import { deviceCookie, sessionCookie } from '#app/http/cookies.ts';
import { errorResponse, isInfrastructureFailure } from '#app/http/error-response.ts';
import { isFromAnotherSite } from '#app/http/foreign-navigation.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { loadsDocument } from '#app/http/request-kind.ts';
import { signOutBrowser } from '#app/http/sign-out-browser.ts';
import { requestLink } from '#app/use-cases/recovery/request-link.ts';
import { confirmAccess as proveAccess } from '#app/use-cases/second-factor/confirm-access.ts';
import { finishOrDiscard } from '#app/use-cases/second-factor/finish-sign-in.ts';
import { signInByCode } from '#app/use-cases/session/login-code.ts';
import { signIn } from '#app/use-cases/session/sign-in.ts';
import {
  AppError,
  anyone,
  caller,
  defineCall,
  fieldError,
  json,
  noContent,
  withErrorCode,
} from './plumbing/call.ts';

/** A person (spec §3), with their role in the account they sign in to. */
export const user = z
  .strictObject({
    id: z.string().startsWith('usr_').meta({ example: 'usr_9fQ2mXcV7bLw4KzT' }),
    username: z.string().meta({ example: 'ada' }),
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
    confirmed: z.boolean().meta({ example: true }),
    role: z.enum(roles).meta({ example: 'owner' }),
  })
  .meta({ id: 'User' });

type User = z.output<typeof user>;

/** Never given to anyone. */
export const TOKEN_EXAMPLE = 'V3rY-s3cr3t-0000000000000000000000000000000';

/** The token is in the body only: the session cookie is for pages, whose scripts cannot read it. */
export const signedIn = z
  .strictObject({ token: z.string().meta({ example: TOKEN_EXAMPLE }), user })
  .meta({ id: 'SignedIn' });
type SignedIn = z.output<typeof signedIn>;

/** @param person `confirmedAt` is UTC ms; null before. */
export function toUser(person: Omit<User, 'confirmed'> & { confirmedAt: number | null }): User {
  const { id, username, name, email, role, confirmedAt } = person;
  return { id, username, name, email, confirmed: confirmedAt !== null, role };
}

export function viewerToUser({ user, role, progress }: Viewer): User {
  return toUser({ ...user, role, confirmedAt: progress.confirmedAt });
}

interface SignedInBy {
  sessionToken: string;
  /** Code of the second factor; none where the call accepts none. */
  code?: string | undefined;
  /** Token hash of the session that the call came with. It ends only after the new one signs in. */
  replaced?: string | null | undefined;
}

/**
 * Answers a call that proved a person's first factor: signs them in, or refuses. A browser gets its new device cookie
 * either way, since the proof replaced its token. Programs get no cookie: with one, their next call would count as
 * cross-site.
 * @throws AppError login_failed when the session has already ended, or cannot be read.
 */
export async function answerSignIn(
  args: { request: Request; context: RequestContext; headers: Headers },
  by: SignedInBy,
): Promise<SignedIn | Response> {
  const { request, context, headers } = args;
  // Browsers declare the origin of each POST.
  if (request.headers.has('Origin') || request.headers.has('Sec-Fetch-Site')) {
    headers.set('Set-Cookie', deviceCookie.set(context.client.newDeviceToken, context.portal.isSecure));
  }
  try {
    return await completeSignIn(context, by);
  } catch (error) {
    if (isInfrastructureFailure(error)) throw error;
    const refusal = errorResponse(error);
    for (const header of headers) refusal.headers.append(...header);
    return refusal;
  }
}

/** @throws AppError second_factor_due, second_factor_wrong, too_many_attempts, login_failed. */
async function completeSignIn(
  { services, client }: Pick<RequestContext, 'services' | 'client'>,
  { sessionToken, code, replaced }: SignedInBy,
): Promise<SignedIn> {
  const tokenHash = await hashToken(sessionToken);
  const state = await withErrorCode('login_failed', () =>
    services.sessions.viewer(tokenHash, services.clock.now()),
  );
  if (state.kind === 'second-factor-due') {
    const session = await finishOrDiscard(services, state.pending, code, client);
    return await completeSignIn({ services, client }, { ...session, replaced });
  }
  if (state.kind !== 'signed-in') throw new AppError('login_failed');
  if (replaced) {
    const ended = { now: services.clock.now(), tokenHash: replaced, newTokenHash: tokenHash };
    await withErrorCode('login_failed', () => services.sessions.endReplaced(ended));
  }
  return { token: sessionToken, user: viewerToUser(state.viewer) };
}

const loginBody = signInSchema
  .extend({
    secondFactor: z
      .string({ error: fieldError('code_required') })
      .max(64)
      .optional(),
  })
  .strict();

/** Design §4, "API": also ends the session that it came with. Without a person's second factor a 401 `second_factor_due`. */
export const login = defineCall('POST /auth/login', {
  who: anyone,
  body: { schema: loginBody, example: { login: 'ada', password: 'analytical engine' } },
  answers: { 200: json(signedIn) },
  refusals: ['invalid_credentials', 'second_factor_due', 'second_factor_wrong'],
  failure: 'login_failed',
  async handle(args) {
    const { services, client } = args.context;
    const { secondFactor: code, ...credentials } = args.body;
    const replaced = await currentTokenHash(args.context);
    return await answerSignIn(args, { ...(await signIn(services, credentials, client)), code, replaced });
  },
});

const proof = z.strictObject({
  ...confirmByCodeSchema.partial().shape,
  ...confirmByPasswordSchema.partial().shape,
});

/** Not in the spec: allows this session for 15 minutes what answers `access_unconfirmed`. Never asks a personal token. */
export const confirmAccess = defineCall('POST /auth/confirm-access', {
  who: caller('profile:manage', 'unfinished-too'),
  body: { schema: proof, example: { code: '123456' } },
  answers: { 204: noContent },
  refusals: ['password_wrong', 'second_factor_wrong', 'session_needed'],
  async handle({ context, actor, body: { code, password } }) {
    if (actor.viewer.session.provedAt === null) throw new AppError('session_needed');
    if (code !== undefined && password === undefined)
      return await proveAccess(context.services, actor, { kind: 'code', code });
    if (password !== undefined && code === undefined)
      return await proveAccess(context.services, actor, { kind: 'password', password });
    throw new AppError('invalid_form', { fields: { code: fieldError('code_required') } });
  },
});

/** Spec §7. A failed code removes the invalid token that it came with (spec §8), and keeps one that still signs in. */
export const loginWithCode = defineCall('POST /auth/login/code', {
  who: anyone,
  body: {
    schema: z.strictObject({ code: z.string({ error: fieldError('required') }) }),
    example: { code: 'q1W2e3R4t5Y6u7I8o9P0' },
  },
  answers: { 200: json(signedIn) },
  refusals: ['login_code_failed', 'second_factor_due'],
  failure: 'login_failed',
  async handle(args) {
    const { services, client, portal } = args.context;
    const current = await currentTokenHash(args.context);
    try {
      const session = await signInByCode(services, { ...args.body, client, currentTokenHash: null });
      return await answerSignIn(args, { ...session, replaced: current });
    } catch (error) {
      const isOver = loadsDocument(args.request) && (await args.context.viewer()).kind === 'expired';
      if (!isOver || !(error instanceof AppError) || error.code !== 'login_code_failed') throw error;
      const refusal = errorResponse(error);
      refusal.headers.append('Set-Cookie', sessionCookie.clear(portal.isSecure));
      return refusal;
    }
  },
});

/** Spec §7: 204 whether or not the e-mail is an owner's. */
export const sendMagicLink = defineCall('POST /user/magic-link', {
  who: anyone,
  body: { schema: linkRequestSchema.strict(), example: { email: 'ada@example.com' } },
  answers: { 204: noContent },
  handle: ({ context, body }) => requestLink(context.services, 'magic_link', body.email, context.client),
});

/** Spec §7: repeating it is not an error. Another site can make a browser open an address, so a cross-site request is refused. */
export const logout = defineCall('GET /auth/logout', {
  who: anyone,
  takesHead: false,
  answers: { 204: noContent },
  refusals: ['foreign_origin', 'session_needed'],
  async handle({ request, context, headers }) {
    if (isFromAnotherSite(request)) throw new AppError('foreign_origin');
    if ((await context.viewer()).kind === 'by-token') throw new AppError('session_needed');
    for (const cookie of await signOutBrowser(context)) headers.append('Set-Cookie', cookie);
  },
});
