import type { AuditEvent, AuditKind } from '#app/domain/access/audit.ts';
import { OVERAGE_UNIT } from '#app/domain/billing/overage.ts';
import { parsePlanId } from '#app/domain/plan/plan-figures.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

const ofPlans: ReadonlySet<AuditKind> = new Set([
  'checkout_requested',
  'plan_change_requested',
  'subscription_started',
  'plan_changed',
  'subscription_paused',
  'subscription_resumed',
  'cancellation_scheduled',
  'cancellation_undone',
  'subscription_ended',
]);

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @returns a name that does not turn the words around it: in Unicode's isolates where it reads from right to left. */
function isolateDirection(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** @returns an event as a sentence. */
export function sentenceOf({ kind, actor, subject, role }: AuditEvent): string {
  const concerns = subject === null ? null : wordsOf(kind, subject);
  return t(`activity.kind.${kind}`, {
    actor: isolateDirection(actor?.name ?? t('activity.somebody')),
    subject: isolateDirection(concerns ?? actor?.email ?? t('activity.somePerson')),
    role: t(role === null ? 'activity.someRole' : `roles.${role}`),
  });
}

function wordsOf(kind: AuditKind, subject: string): string {
  if (kind === 'at_limit_changed') return atLimitWords(subject);
  return ofPlans.has(kind) ? choiceWords(subject) : subject;
}

/** @param text a choice as `overageChoiceText` stores it. */
function atLimitWords(text: string): string {
  const [choice, thousands] = text.split('/');
  if (choice !== 'run_on') return t('activity.atLimit.hold');
  return t('activity.atLimit.runOn', { max: countText(Number(thousands) * OVERAGE_UNIT) });
}

/** @param text a choice as `choiceText` stores it. */
function choiceWords(text: string): string {
  const [id = '', period, executions, workflows] = text.split('/');
  const planId = parsePlanId(id);
  const plan = planId ? t(`billing.planName.${planId}`) : id;
  if (period !== 'monthly' && period !== 'yearly') return plan;
  const words = t(`activity.choice.${period}`, { plan });
  if (executions === undefined || workflows === undefined) return words;
  const quota = { executions: countText(Number(executions)), workflows: countText(Number(workflows)) };
  return `${words} (${t('billing.plan.quotaText', quota)})`;
}
