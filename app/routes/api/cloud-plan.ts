import { AppError } from '#app/domain/errors/app-error.ts';
import { cloudPlanOf } from '#app/domain/plan/cloud-plan.ts';
import { orElse } from '#app/http/account-answer.ts';
import { refuseMethod } from '#app/http/api.ts';
import { callingWorkspace, cloudHeaders } from '#app/http/cloud-call.ts';
import { api } from '#app/http/handlers.ts';
import { trialBanner } from '#app/http/trial-banner.ts';

/** `GET /cloud/plan`: a workspace asks for its account's plan, as n8n's editor shows it. One round trip. */
export const loader = api(callingWorkspace('cloud'), async ({ context, viewer }) => {
  const { cloud, clock } = context.services;
  const plan = await orElse('user_plan_not_loaded', () => cloud.plan(viewer.workspaceId));
  if (!plan) throw new AppError('forbidden');
  const now = clock.now();
  const bannerConfig = trialBanner(plan.facts.entitlement, now, context.portal.url);
  const data = { ...cloudPlanOf(plan.name, plan.facts, now), bannerConfig };
  return Response.json({ data }, { headers: cloudHeaders });
});

export const action = refuseMethod('GET, HEAD');
