import { useTranslation } from 'react-i18next';
import { knownPlanId } from '#app/components/billing/plan-figures.ts';
import { useFrame } from '#app/components/layout/page-flash.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/http/paths.ts';

/** The account's plan, with the ways to another one and to billing (spec §2 "Dashboard"). */
export function DashboardPlanCard({ planId, displayName }: { planId: string; displayName: string }) {
  const { t } = useTranslation();
  const { viewer } = useFrame();
  const known = knownPlanId(planId);
  const hasBilling = viewer?.hasBilling ?? false;
  return (
    <Card title={t('billing.dashboard.title')}>
      <p>
        <strong>{known ? t(`billing.planName.${known}`) : displayName}</strong>
      </p>
      <div className="cluster">
        <ButtonLink to={paths.changePlan}>
          {t(hasBilling ? 'billing.plan.change' : 'billing.plan.choose')}
        </ButtonLink>
        {hasBilling && (
          <ButtonLink to={paths.billing} variant="quiet">
            {t('billing.dashboard.billing')}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
