import { StateBadge } from '#app/components/billing/state-badge.tsx';
import { StateButton } from '#app/components/billing/state-button.tsx';
import { useFrame } from '#app/components/layout/page-flash.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { AccountState } from '#app/domain/billing/account-state.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { parsePlanId } from '#app/domain/plan/plan-figures.ts';
import type { PlanName } from '#app/domain/plan/plan-spec.ts';
import { TRIAL_LENGTH_DAYS } from '#app/domain/trial/trial.ts';
import { t } from '#app/i18n/t.ts';

/** The remaining trial: 'ends today' at zero (spec §2 "Dashboard"). Nothing for accounts without a trial. */
export function TrialCard({ instance }: { instance: InstanceView }) {
  const { trialDaysLeft, trialEndsAt } = instance;
  if (trialDaysLeft === null || trialEndsAt === null) return null;
  const hasEnded = instance.status === InstanceStatus.Stopped;
  return (
    <Card title={t('dashboard.trial.title')}>
      <p>
        <strong>
          {hasEnded ? t('dashboard.trial.ended') : t('dashboard.trial.daysLeft', { count: trialDaysLeft })}
        </strong>
      </p>
      <Meter
        value={hasEnded ? 0 : trialDaysLeft}
        max={TRIAL_LENGTH_DAYS}
        label={t('dashboard.trial.meter')}
        isGoal
      />
      {!hasEnded && (
        <p className="text-muted">
          <TimeText i18nKey="dashboard.trial.until" at={trialEndsAt} format="dateTime" />
        </p>
      )}
    </Card>
  );
}

interface DashboardPlanCardProps {
  plan: Pick<PlanName, 'id' | 'displayName'>;
  state: AccountState;
}

/** The account's plan, with links to other plans and to billing (spec §2 "Dashboard"). */
export function DashboardPlanCard({ plan, state }: DashboardPlanCardProps) {
  const { viewer } = useFrame();
  const { badge, sentence, action } = state;
  const known = parsePlanId(plan.id);
  const name = known ? t(`billing.planName.${known}`) : plan.displayName;
  // The badge of a trial would repeat the plan's name.
  const shownBadge = badge && t(`billing.badge.${badge}`) !== name ? badge : null;
  // A sentence about a problem has its own button.
  const shownAction = sentence === null ? action : null;
  return (
    <Card title={t('billing.dashboard.title')} aside={<StateBadge badge={shownBadge} />}>
      <p>
        <strong>{name}</strong>
      </p>
      <div className="cluster">
        {shownAction && <StateButton action={shownAction} />}
        {viewer?.hasBilling && (
          <ButtonLink to={paths.billing} variant={shownAction ? 'quiet' : 'secondary'}>
            {t('billing.dashboard.billing')}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

const COMMUNITY = 'https://community.n8n.io/';

/** The community link of the dashboard (spec §2). */
export function CommunityCard() {
  return (
    <Card title={t('dashboard.community.title')}>
      <p className="text-muted">
        {t('dashboard.community.body')}{' '}
        <a href={COMMUNITY} target="_blank" rel="noopener noreferrer">
          {t('dashboard.community.link')}
          <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>
        </a>
      </p>
    </Card>
  );
}
