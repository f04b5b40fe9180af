import { workspaceLoginCodeBody } from '../../api-bodies/auth.ts';
import { cloudLimitsAnswer, cloudPlanAnswer, cloudUserAnswer } from '../answers/cloud.ts';
import { workspaceLoginCodeAnswer } from '../answers/instance.ts';
import { instanceExample } from '../examples.ts';
import { answer, type Operation, workspace } from '../operation.ts';

export const cloudOperations = [
  {
    ...{ id: 'getWorkspaceLoginCode', method: 'POST', path: '/workspace/login-code', group: 'cloud' },
    // What it signs stands in the body.
    who: { kind: 'anyone' },
    body: { schema: workspaceLoginCodeBody, example: { token: 'eyJ3b3Jrc3BhY2UiOiJhZGEifQ.c2lnbmF0dXJl' } },
    answers: { 200: answer(workspaceLoginCodeAnswer, { code: 'q1W2e3R4t5Y6u7I8o9P0' }) },
    refusals: ['signature_invalid', 'forbidden'],
  },
  {
    ...{ id: 'getCloudPlan', method: 'GET', path: '/cloud/plan', group: 'cloud', who: workspace },
    answers: {
      200: answer(cloudPlanAnswer, {
        data: {
          ...{ planId: 1, monthlyExecutionsLimit: 1000, activeWorkflowsLimit: 5, credentialsLimit: -1 },
          ...{ isActive: true, displayName: 'Trial', expirationDate: '2026-12-05T02:13:20.000Z' },
          metadata: {
            ...{ version: 'v1', group: 'trial', slug: 'trial-1' },
            trial: { length: 14, gracePeriod: 3 },
          },
          userIsTrialing: true,
          bannerConfig: {
            timeLeft: { text: '14 days left in your trial.' },
            ...{ showExecutions: true, dismissible: true },
            cta: {
              ...{ text: 'Upgrade', icon: 'zap', size: 'small', style: 'success' },
              href: 'https://weft.example/account/change-plan',
            },
          },
        },
      }),
    },
    refusals: ['forbidden'],
  },
  {
    ...{ id: 'getCloudUser', method: 'GET', path: '/cloud/user', group: 'cloud', who: workspace },
    answers: {
      200: answer(cloudUserAnswer, {
        data: {
          ...{ confirmed: true, username: 'ada', email: 'ada@example.com', role: 'owner' },
          information: { workArea: 'ops', codingSkills: 3, companyIndustry: 'saas', companySize: '20-99' },
        },
      }),
    },
    refusals: ['forbidden', 'too_many_attempts'],
  },
  {
    ...{ id: 'getCloudLimits', method: 'GET', path: '/cloud/limits', group: 'cloud', who: workspace },
    answers: { 200: answer(cloudLimitsAnswer, { data: instanceExample.usage }) },
    refusals: ['forbidden', 'no_usage_yet'],
  },
] as const satisfies readonly Operation[];
