import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import {
  type Subscription as Entitlement,
  entitles,
  timetableOf,
} from '#app/domain/instance/subscription.ts';
import { isLatest } from '#app/domain/plan/plan.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { TRIAL_LENGTH_DAYS } from '#app/domain/trial/trial.ts';
import { orElse, privately } from '#app/http/account-answer.ts';
import { caller } from '#app/http/admission.ts';
import { refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';

/** `GET /user/plan` (spec §7): what the account's plan allows, a custom quota included, and until when. */
export const loader = api(caller('workspace:view'), async ({ context, viewer }) => {
  const { services } = context;
  const facts = await orElse('user_plan_not_loaded', () =>
    services.workspaces.instanceFacts(viewer.workspace.id),
  );
  // Its owner has not confirmed their e-mail: a teammate cannot be there before that.
  if (!facts) throw new AppError('user_plan_not_loaded');
  const { limits, subscription: entitlement } = facts;
  const endsAt = endOf(entitlement);
  return Response.json(
    {
      planId: viewer.plan.id,
      displayName: viewer.plan.displayName,
      monthlyExecutionsLimit: limits.monthlyExecutions,
      activeWorkflowsLimit: limits.activeWorkflows,
      concurrentExecutionsLimit: limits.concurrentExecutions,
      isActive: entitles(entitlement, services.clock.now()),
      expirationDate: endsAt === null ? null : new Date(endsAt).toISOString(),
      metadata: metadataOf(viewer, entitlement),
      userIsTrialing: entitlement.kind === 'trial',
    },
    { headers: privately },
  );
});

export const action = refuseMethod('GET, HEAD');

function metadataOf({ plan }: Viewer, entitlement: Entitlement) {
  const { version, group, slug } = plan;
  const metadata = { version, group, slug, isLatest: isLatest(plan) };
  if (entitlement.kind !== 'trial') return metadata;
  const { deleteAt } = timetableOf(entitlement);
  const graceMs = (deleteAt ?? entitlement.endsAt) - entitlement.endsAt;
  return { ...metadata, trial: { length: TRIAL_LENGTH_DAYS, gracePeriod: graceMs / DAY_MS } };
}

/** @returns when the plan ends or ended, UTC ms; null while nothing ends it. */
function endOf(entitlement: Entitlement): number | null {
  switch (entitlement.kind) {
    case 'active':
      return null;
    case 'paused':
      return entitlement.pausedAt;
    case 'trial':
    case 'cancelled':
      return entitlement.endsAt;
  }
}
