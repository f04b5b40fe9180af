import { type Viewer, viewerFor } from '#app/domain/access/viewer.ts';
import { type PlanChoice, soldPlanIds } from '#app/domain/billing/offer.ts';
import { type ChargeTime, changeFailure, type UpcomingBill } from '#app/domain/billing/plan-change.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { changePlan, previewPlanChange } from '#app/use-cases/billing/change-plan.ts';
import { meAnswer, orElse, privately } from './account-answer.ts';
import { parseBody } from './api.ts';
import { customChangeBodies, planChangeBodies } from './api-bodies/billing.ts';
import type { RequestContext } from './load-context.ts';

/** Another plan or another quota, and when it is to be paid for. */
interface Change {
  choice: PlanChoice;
  charge: ChargeTime;
}

/** What a change's body is read for. */
type Use = 'preview' | 'change';

/**
 * Reads `{planId, period, chargeNow}`.
 * @throws AppError invalid_form; plan_unknown for one that is not sold, and for the custom one: its quota has calls of
 *   its own.
 */
export function readPlanChange(use: Use, body: unknown): Change {
  const { planId: given, period, chargeNow } = parseBody(planChangeBodies[use], body);
  const planId = soldPlanIds.find((id) => id === given && id !== 'custom');
  if (!planId) throw new AppError('plan_unknown');
  return { choice: { planId, period, quota: null }, charge: chargeOf(chargeNow) };
}

/**
 * Reads `{executions, activeWorkflows, period?, chargeNow}`; the period stays what it is unless told.
 * @throws AppError invalid_form naming each that is wrong or out of bounds.
 */
export function readCustomChange(use: Use, viewer: Viewer, body: unknown): Change {
  const { executions, activeWorkflows, chargeNow, ...rest } = parseBody(customChangeBodies[use], body);
  const period = rest.period ?? viewer.subscription?.period ?? 'monthly';
  return {
    choice: { planId: 'custom', period, quota: { executions, activeWorkflows } },
    charge: chargeOf(chargeNow),
  };
}

/** @returns the answer of a preview: `{immediate: {amount, currency}, next: {amount, currency, date}}`. */
export async function previewAnswer(
  { services }: RequestContext,
  viewer: Viewer,
  change: Change,
): Promise<Response> {
  const { immediate, next } = await withSentence(change, () =>
    previewPlanChange(services, viewer, change.choice, change.charge),
  );
  return Response.json({ immediate, next: upcomingAnswer(next) }, { headers: privately });
}

/** Makes a change. @returns the account as it is then, as `GET /auth/me` answers it. */
export async function changeAnswer(
  context: RequestContext,
  viewer: Viewer,
  change: Change,
): Promise<Response> {
  const { services } = context;
  await withSentence(change, () => changePlan(services, viewer, change));
  context.deliverSoon();
  const state = await orElse('user_not_loaded', () => context.viewerAgain());
  // Signed out meanwhile; the change is made, and that is told to whoever signs in next.
  const again = viewerFor(state, 'billing:manage');
  if (again === null) throw new AppError('session_expired');
  const { account } = await meAnswer(context, again);
  return Response.json(account, { headers: privately });
}

/**
 * @returns a bill to come, as the API answers it: the amount in minor units, the date in ISO 8601, and `postponed` when
 *   the amount contains a charge or credit for plan changes.
 */
export function upcomingAnswer({ amount, currency, date, postponed }: UpcomingBill) {
  const upcoming = { amount, currency, date: new Date(date).toISOString() };
  return postponed === null ? upcoming : { ...upcoming, postponed };
}

/** Has what fails say the sentence of spec §8: a custom quota's is another. */
async function withSentence<Answer>({ choice }: Change, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await orElse('plan_change_failed', act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = changeFailure(error.code, choice.planId === 'custom');
    throw code === error.code ? error : new AppError(code, { cause: error });
  }
}

function chargeOf(isNow: boolean): ChargeTime {
  return isNow ? 'now' : 'next-cycle';
}
