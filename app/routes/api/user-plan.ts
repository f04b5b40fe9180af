import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { type Entitlement, entitles } from '#app/domain/instance/entitlement.ts';
import { planEndOf, trialOf } from '#app/domain/plan/cloud-plan.ts';
import { isLatest } from '#app/domain/plan/plan.ts';
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
  const { limits, entitlement } = facts;
  const endsAt = planEndOf(entitlement);
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
  const trial = trialOf(entitlement);
  return trial === null ? metadata : { ...metadata, trial };
}
