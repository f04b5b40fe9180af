import { AppError } from '#app/domain/errors/app-error.ts';
import { cloudPlanOf } from '#app/domain/plan/cloud-plan.ts';
import { orElse } from '#app/http/account-answer.ts';
import { refuseMethod } from '#app/http/api.ts';
import { callingWorkspace, cloudHeaders } from '#app/http/cloud-call.ts';
import { api } from '#app/http/handlers.ts';

/** `GET /cloud/plan`: a workspace asks for its account's plan, as n8n's editor shows it. One round trip. */
export const loader = api(callingWorkspace('cloud'), async ({ context, viewer }) => {
  const { cloud, clock } = context.services;
  const plan = await orElse('user_plan_not_loaded', () => cloud.plan(viewer.workspaceId));
  if (!plan) throw new AppError('forbidden');
  return Response.json({ data: cloudPlanOf(plan.name, plan.facts, clock.now()) }, { headers: cloudHeaders });
});

export const action = refuseMethod('GET, HEAD');
