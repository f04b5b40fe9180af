import { owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { PlanGroup } from '#app/domain/plan/plan.ts';
import type { Person } from '#app/use-cases/registration/person-ports.ts';
import { hashToken } from '#app/use-cases/secrets.ts';
import { deviceCookie } from './cookies.ts';
import { instanceAnswer, readInstance } from './instance.ts';
import type { RequestContext } from './load-context.ts';

/** What tells of a person or signs one in is for whoever asked, and for no cache. */
export const privately = { 'Cache-Control': 'no-store' };

/** A person as each call of the API answers it. */
interface UserAnswer {
  id: string;
  username: string;
  name: string;
  email: string;
  confirmed: boolean;
  role: Person['role'];
}

export function userAnswer({ confirmedAt, ...person }: Person): UserAnswer {
  const { id, username, name, email, role } = person;
  return { id, username, name, email, confirmed: confirmedAt !== null, role };
}

function personOf({ user, role, progress }: Viewer): Person {
  return { ...user, role, confirmedAt: progress.confirmedAt };
}

/**
 * The answer of a call that signed somebody in. The token stands in the body alone: the session's cookie is for the pages,
 * which no script reads it from.
 *
 * @param request of the call: a program gets no cookie, with which its next call would be taken for another site's.
 * @throws AppError second_factor_due where the call takes no code; login_failed when the session is over already, or cannot be read.
 */
export async function signedInAnswer(
  request: Request,
  { services, client, portal }: RequestContext,
  { sessionToken }: { sessionToken: string },
  status = 200,
): Promise<Response> {
  const tokenHash = await hashToken(sessionToken);
  const state = await orElse('login_failed', () => services.sessions.viewer(tokenHash, services.clock.now()));
  if (state.kind === 'second-factor-due') {
    await services.sessions.discard(tokenHash);
    throw new AppError('second_factor_due');
  }
  if (state.kind !== 'signed-in') throw new AppError('login_failed');
  const answer = { token: sessionToken, user: userAnswer(personOf(state.viewer)) };
  const headers = new Headers(privately);
  // A browser is known by the token that the sign-in gave it.
  if (isOfBrowser(request))
    headers.set('Set-Cookie', deviceCookie.set(client.newDeviceToken, portal.isSecure));
  return Response.json(answer, { status, headers });
}

/** Browsers say where each POST comes from. */
function isOfBrowser({ headers }: Request): boolean {
  return headers.has('Origin') || headers.has('Sec-Fetch-Site');
}

/** `GET /auth/me` (design §4, "API"). */
interface MeAnswer {
  user: UserAnswer;
  account: {
    id: string;
    name: string;
    isSetup: boolean;
    taxInclusive: boolean;
    /** Null before the first checkout. */
    billing: { status: BillingStatus; planId: string } | null;
    planSpec: { planId: string; displayName: string; group: PlanGroup };
    /** Null while there is none, once it is deleted, and while it cannot be had. */
    instance: ReturnType<typeof instanceAnswer> | null;
  };
}

export async function meAnswer(context: RequestContext, viewer: Viewer): Promise<MeAnswer> {
  const { account, plan, subscription, progress } = viewer;
  // Nothing runs for an e-mail that nobody confirmed, and nothing is told to people who owe their account a second factor.
  const isHidden = progress.confirmedAt === null || owesSecondFactor(viewer);
  const instance = isHidden ? null : await readInstance(context, viewer);
  return {
    user: userAnswer(personOf(viewer)),
    account: {
      id: account.id,
      name: account.name,
      isSetup: progress.surveyAnsweredAt !== null,
      taxInclusive: account.taxInclusive,
      billing: subscription && { status: subscription.status, planId: subscription.planId },
      planSpec: { planId: plan.id, displayName: plan.displayName, group: plan.group },
      instance:
        instance === null || instance.notice === 'deleted' ? null : instanceAnswer(context.portal, instance),
    },
  };
}

/** @returns what `act` does. @throws AppError `code` for whatever fails beneath; a refusal stays what it is. */
export async function orElse<Answer>(code: ErrorCode, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (cause) {
    const isTold = cause instanceof AppError || cause instanceof AccessUnconfirmed;
    throw isTold ? cause : new AppError(code, { cause });
  }
}
