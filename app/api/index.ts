import { getMe } from './account.ts';
import { changeAtLimit, getAtLimit } from './at-limit.ts';
import { beginExport, getExport, hasBackups } from './backups.ts';
import { completeCheckout, generatePayLink } from './checkout.ts';
import { getCloudPlan, getCloudUser, getWorkspaceLoginCode } from './cloud.ts';
import { getCloudLimits } from './cloud-limits.ts';
import {
  changeWebhookQueue,
  dropHeldWebhooks,
  getHeldWebhook,
  getWebhookQueue,
  listHeldWebhooks,
  replayHeldWebhooks,
} from './held-webhooks.ts';
import {
  configureInstance,
  getInstance,
  getInstanceUrl,
  getUsedLimits,
  goBack,
  restartInstance,
} from './instance.ts';
import {
  getNextPayment,
  getPaymentInformation,
  hasActiveBilling,
  listPayments,
  listTransactions,
} from './payments.ts';
import { changePlan, changeQuota, previewPlanChange, previewQuotaChange } from './plan-change.ts';
import { getPlan, listPlans } from './plans.ts';
import type { Call, Chapter, ChapterId, DeclaredCall, OperationId } from './plumbing/define-call.ts';
import { getFrontEndConfig, getHumanCheck, getOpenApi } from './portal.ts';
import { confirmEmail, register, resendConfirmation } from './registration.ts';
import { answerSurvey, getSurveyAnswer, inviteMembers, selectApps } from './set-up.ts';
import { confirmAccess, login, loginWithCode, logout, sendMagicLink } from './sign-in.ts';
import { getUsage, listExecutions } from './usage.ts';
import { getUserPlan } from './user-plan.ts';
import { listVersions } from './versions.ts';
import { listWorkspaces } from './workspaces.ts';

/** Every call under /api by its id: the router, the description, the reference and the tests follow from this list. */
const callsByChapter = {
  session: {
    getMe,
    register,
    login,
    confirmAccess,
    loginWithCode,
    resendConfirmation,
    confirmEmail,
    sendMagicLink,
    logout,
  },
  setUp: { getSurveyAnswer, answerSurvey, selectApps, inviteMembers },
  workspace: {
    listWorkspaces,
    getInstance,
    getUsedLimits,
    getUsage,
    listExecutions,
    getInstanceUrl,
    listVersions,
    configureInstance,
    restartInstance,
    goBack,
  },
  webhooks: {
    listHeldWebhooks,
    getHeldWebhook,
    getWebhookQueue,
    changeWebhookQueue,
    replayHeldWebhooks,
    dropHeldWebhooks,
  },
  exports: { hasBackups, beginExport, getExport },
  billing: {
    hasActiveBilling,
    listPayments,
    listTransactions,
    getPaymentInformation,
    getNextPayment,
    previewPlanChange,
    changePlan,
    previewQuotaChange,
    changeQuota,
    getAtLimit,
    changeAtLimit,
    completeCheckout,
  },
  plans: { getUserPlan, listPlans, getPlan, generatePayLink },
  cloud: { getWorkspaceLoginCode, getCloudPlan, getCloudUser, getCloudLimits },
  portal: { getHumanCheck, getFrontEndConfig, getOpenApi },
} satisfies Record<ChapterId, Partial<Record<OperationId, DeclaredCall>>>;

export const chapters: readonly Chapter[] = Object.entries(callsByChapter).map(([id, calls]) => ({
  id: id as ChapterId,
  operations: Object.entries<DeclaredCall>(calls).map(([id, call]) => ({ ...call, id: id as OperationId })),
}));

/** The calls that the router answers; the Worker answers the others itself. */
export const calls = Object.values(callsByChapter)
  .flatMap((calls): DeclaredCall[] => Object.values(calls))
  .filter((call): call is Call => 'answer' in call);
