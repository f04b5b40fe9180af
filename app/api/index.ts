import { answerSurvey } from './answer-survey.ts';
import { beginExport } from './begin-export.ts';
import { changeAtLimit } from './change-at-limit.ts';
import { changePlan } from './change-plan.ts';
import { changeQuota } from './change-quota.ts';
import { changeWebhookQueue } from './change-webhook-queue.ts';
import { completeCheckout } from './complete-checkout.ts';
import { configureInstance } from './configure-instance.ts';
import { confirmAccess } from './confirm-access.ts';
import { confirmEmail } from './confirm-email.ts';
import { dropHeldWebhooks } from './drop-held-webhooks.ts';
import { generatePayLink } from './generate-pay-link.ts';
import { getAtLimit } from './get-at-limit.ts';
import { getCloudLimits } from './get-cloud-limits.ts';
import { getCloudPlan } from './get-cloud-plan.ts';
import { getCloudUser } from './get-cloud-user.ts';
import { getExport } from './get-export.ts';
import { getFrontEndConfig } from './get-front-end-config.ts';
import { getHeldWebhook } from './get-held-webhook.ts';
import { getHumanCheck } from './get-human-check.ts';
import { getInstance } from './get-instance.ts';
import { getInstanceUrl } from './get-instance-url.ts';
import { getMe } from './get-me.ts';
import { getNextPayment } from './get-next-payment.ts';
import { getOpenApi } from './get-open-api.ts';
import { getPaymentInformation } from './get-payment-information.ts';
import { getPlan } from './get-plan.ts';
import { getSurveyAnswer } from './get-survey-answer.ts';
import { getUsage } from './get-usage.ts';
import { getUsedLimits } from './get-used-limits.ts';
import { getUserPlan } from './get-user-plan.ts';
import { getWebhookQueue } from './get-webhook-queue.ts';
import { getWorkspaceLoginCode } from './get-workspace-login-code.ts';
import { goBack } from './go-back.ts';
import { hasActiveBilling } from './has-active-billing.ts';
import { hasBackups } from './has-backups.ts';
import { inviteMembers } from './invite-members.ts';
import { listExecutions } from './list-executions.ts';
import { listHeldWebhooks } from './list-held-webhooks.ts';
import { listPayments } from './list-payments.ts';
import { listPlans } from './list-plans.ts';
import { listTransactions } from './list-transactions.ts';
import { listVersions } from './list-versions.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { login } from './login.ts';
import { loginWithCode } from './login-with-code.ts';
import { logout } from './logout.ts';
import type { Call, Chapter, ChapterId, DeclaredCall, OperationId } from './plumbing/define-call.ts';
import { previewPlanChange } from './preview-plan-change.ts';
import { previewQuotaChange } from './preview-quota-change.ts';
import { register } from './register.ts';
import { replayHeldWebhooks } from './replay-held-webhooks.ts';
import { resendConfirmation } from './resend-confirmation.ts';
import { restartInstance } from './restart-instance.ts';
import { selectApps } from './select-apps.ts';
import { sendMagicLink } from './send-magic-link.ts';

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

/** The chapters of the reference. */
export const chapters: readonly Chapter[] = Object.entries(callsByChapter).map(([id, calls]) => ({
  id: id as ChapterId,
  operations: Object.entries<DeclaredCall>(calls).map(([id, call]) => ({ ...call, id: id as OperationId })),
}));

/** The calls that the router answers; the Worker answers the others itself. */
export const calls = Object.values(callsByChapter)
  .flatMap((calls): DeclaredCall[] => Object.values(calls))
  .filter((call): call is Call => 'answer' in call);
