import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { trialDaysLeft } from '#app/domain/trial/trial.ts';
import { paths } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';

/** What n8n's editor draws above itself during a trial, as it reads it (`Cloud.PlanData['bannerConfig']`). */
export interface TrialBanner {
  timeLeft: { text: string };
  showExecutions: boolean;
  dismissible: boolean;
  cta: { text: string; icon: string; size: string; style: string; href: string };
}

/** @returns the banner at `now` (UTC ms), with the dashboard's sentence; null for who is on no trial. */
export function trialBanner(
  { entitlement, timezone }: Pick<InstanceFacts, 'entitlement' | 'timezone'>,
  now: number,
  portalUrl: string,
): TrialBanner | null {
  if (entitlement.kind !== 'trial') return null;
  const { endsAt } = entitlement;
  const text =
    now >= endsAt
      ? i18n.t('dashboard.trial.ended')
      : i18n.t('dashboard.trial.daysLeft', { count: trialDaysLeft(endsAt, now, timezone) });
  return {
    timeLeft: { text },
    showExecutions: true,
    dismissible: true,
    cta: {
      text: i18n.t('billing.upgrade'),
      icon: 'zap',
      size: 'small',
      style: 'success',
      href: `${portalUrl}${paths.changePlan}`,
    },
  };
}
