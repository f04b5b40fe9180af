import { StateBadge } from '#app/components/billing/state-badge.tsx';
import { StateButton } from '#app/components/billing/state-button.tsx';
import { useFrame } from '#app/components/layout/page-flash.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import type { AccountState } from '#app/domain/billing/account-state.ts';
import { paths } from '#app/domain/paths.ts';
import { parsePlanId } from '#app/domain/plan/plan-figures.ts';
import { t } from '#app/i18n/t.ts';

export interface DashboardPlanCardProps {
  planId: string;
  displayName: string;
  state: AccountState;
}

/** The account's plan, with links to other plans and to billing (spec §2 "Dashboard"). */
export function DashboardPlanCard({ planId, displayName, state }: DashboardPlanCardProps) {
  const { viewer } = useFrame();
  const { badge, sentence, action } = state;
  const known = parsePlanId(planId);
  const name = known ? t(`billing.planName.${known}`) : displayName;
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
