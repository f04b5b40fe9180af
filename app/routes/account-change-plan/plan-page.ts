import { redirectDocument } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import {
  offersOf,
  type PlanChoice,
  type PlanOffer,
  priceOf,
  shownSubscription,
  soldPlanIds,
} from '#app/domain/billing/offer.ts';
import { changeFailure, changeRefusal } from '#app/domain/billing/plan-change.ts';
import { quotaBounds } from '#app/domain/billing/quota.ts';
import {
  type BillingPeriod,
  billingPeriods,
  runningSubscription,
  type Subscription,
} from '#app/domain/billing/subscription.ts';
import { subscriptionFactsOf } from '#app/domain/billing/subscription-facts.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { paths } from '#app/domain/paths.ts';
import { isInfrastructureFailure } from '#app/http/error-response.ts';
import { errorSentence } from '#app/http/form-reply.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { previewPlanChange } from '#app/use-cases/billing/change-plan.ts';
import type { Confirmation } from './confirm-change.tsx';
import { readPlanChoice } from './plan-choice.ts';

/** @throws a redirect to billing, with the reason, for a past due, paused or cancelled subscription (spec §5, §8). */
export function redirectUnchangeable(context: RequestContext, subscription: Subscription | null): void {
  const refusal = subscription && changeRefusal(subscription);
  if (refusal) throw redirectToBilling(context, refusal);
}

/**
 * @returns a redirect to billing, where the problem that blocks the change can be fixed. As a document load: a client
 *   navigation would not reload the frame, which shows the reason.
 */
export function redirectToBilling(context: RequestContext, refusal: ErrorCode): Response {
  const notice = refusal === 'payment_details_outdated' ? 'update-payment-first' : 'resubscribe-first';
  return redirectWithNotice(context, paths.billing, notice, [], redirectDocument);
}

/** Reads the content of /account/change-plan from its address: `period`, `confirm`, `dialog`, and the custom plan's `executions` and `activeWorkflows`. */
export async function readPlanPage(context: RequestContext, viewer: Viewer, params: URLSearchParams) {
  const running = runningSubscription(viewer.subscription);
  const period = billingPeriods.find((one) => one === params.get('period')) ?? running?.period ?? 'monthly';
  const offers = await readOffers(context);
  const asked = readAsked(params, period);
  const isCurrent = asked.choice !== null && running !== null && isSame(asked.choice, running);
  // A provider that could not return prices cannot preview a change either, so it is not called again.
  const confirms =
    running !== null && offers.length > 0 && params.has('confirm') && asked.choice !== null && !isCurrent;
  return {
    subscription: subscriptionFactsOf(viewer),
    planIds: offers.length > 0 ? offers.map(({ planId }) => planId) : soldPlanIds,
    period,
    offers,
    taxInclusive: offers[0]?.taxInclusive ?? viewer.account.taxInclusive,
    current: { planId: running?.planId ?? viewer.plan.id, choice: running },
    bounds: quotaBounds,
    quota: {
      executions:
        params.get('executions') ?? String(running?.quota?.executions ?? quotaBounds.executions.min),
      activeWorkflows:
        params.get('activeWorkflows') ??
        String(running?.quota?.activeWorkflows ?? quotaBounds.activeWorkflows.min),
    },
    quotaErrors: Object.fromEntries(
      Object.entries(asked.errors).map(([name, key]) => [name, errorSentence(key)]),
    ),
    isSalesTalkOpen:
      params.get('dialog') === 'sales' || Object.values(asked.errors).includes('fieldErrors.quota_too_large'),
    confirmation:
      confirms && asked.choice
        ? await readConfirmation(context, viewer, running, asked.choice, offers)
        : null,
  };
}

/** @returns nothing while the provider is down; the page works without prices. */
async function readOffers(context: RequestContext): Promise<PlanOffer[]> {
  try {
    return offersOf(await context.services.billingProvider.prices());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.reportError(error);
    return [];
  }
}

/** @returns the choice in an address; none if it has none or an out-of-range one, with the error. */
function readAsked(
  params: URLSearchParams,
  period: BillingPeriod,
): { choice: PlanChoice | null; errors: Record<string, string> } {
  const plan = params.get('confirm') ?? params.get('plan');
  if (plan === null) return { choice: null, errors: {} };
  const fields = new URLSearchParams(params);
  fields.set('plan', plan);
  fields.set('period', period);
  try {
    return { choice: readPlanChoice(fields), errors: {} };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { choice: null, errors: error.fields ?? {} };
  }
}

function isSame(choice: PlanChoice, { planId, period, quota }: Subscription): boolean {
  return (
    choice.planId === planId &&
    choice.period === period &&
    choice.quota?.executions === quota?.executions &&
    choice.quota?.activeWorkflows === quota?.activeWorkflows
  );
}

async function readConfirmation(
  context: RequestContext,
  viewer: Viewer,
  running: Subscription,
  choice: PlanChoice,
  offers: readonly PlanOffer[],
): Promise<Confirmation> {
  const price = offers.some(({ planId }) => planId === choice.planId) ? priceOf(choice, offers) : null;
  const { planId, period, quota } = running;
  const known = { choice, current: { planId, period, quota }, shown: shownSubscription(running), price };
  // A new period starts immediately, so the charge cannot wait for the next bill.
  const canWait = choice.period === running.period;
  try {
    const [now, later] = await Promise.all([
      previewPlanChange(context.services, viewer, choice, 'now').catch((error: unknown) => {
        // While another charge waits, this one can only go with it.
        const canOnlyWait = canWait && error instanceof AppError && error.code === 'plan_charge_waiting';
        if (canOnlyWait) return null;
        throw error;
      }),
      canWait ? previewPlanChange(context.services, viewer, choice, 'next-cycle') : null,
    ]);
    return { ...known, now, later, failure: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'payment_details_outdated' || error.code === 'resubscription_needed') {
      throw redirectToBilling(context, error.code);
    }
    if (isInfrastructureFailure(error)) context.reportError(error);
    return {
      ...known,
      now: null,
      later: null,
      failure: errorSentence(`errors.${changeFailure(error.code, choice.planId === 'custom')}`),
    };
  }
}
