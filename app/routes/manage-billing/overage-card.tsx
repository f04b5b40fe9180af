import { taxText } from '#app/components/billing/bill-text.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { monthText } from '#app/components/ui/month-text.ts';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge, type StatusBadgeProps } from '#app/components/ui/status-badge.tsx';
import { moneyText, times } from '#app/domain/billing/money.ts';
import { overageCost } from '#app/domain/billing/overage.ts';
import type { OverageCharge, OverageChargeStatus } from '#app/domain/billing/overage-charge.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

const tones: Record<OverageChargeStatus, StatusBadgeProps['tone']> = {
  due: 'pending',
  charged: 'success',
  refused: 'danger',
};

export interface OverageCardProps {
  /** For this month; null without paid executions. */
  overage: InstanceView['overage'] | null;
  /** For earlier months, newest first. */
  charges: readonly OverageCharge[];
  /** Whether this month's price includes tax. */
  taxInclusive: boolean;
}

/** The cost of executions beyond the plan: this month's so far, and each closed month's charge. */
export function OverageCard({ overage, charges, taxInclusive }: OverageCardProps) {
  const { executions = 0, terms = null } = overage ?? {};
  if (!overage && charges.length === 0) return null;
  return (
    <Card
      title={t('billing.overage.title')}
      footer={<ButtonLink to={paths.usage}>{t('billing.overage.usage')}</ButtonLink>}
    >
      {terms && (
        <p>
          {t('billing.overage.upcoming', {
            executions: countText(executions),
            cost: moneyText(overageCost(executions, terms.unitPrice)),
            tax: taxText(taxInclusive),
          })}
        </p>
      )}
      {!terms && executions > 0 && (
        <p>{t('billing.overage.upcomingHeld', { executions: countText(executions) })}</p>
      )}
      {charges.length > 0 && (
        <ul className="rows">
          {charges.map((charge) => (
            <Row
              key={`${charge.month}.${charge.part}`}
              title={monthText(charge.month)}
              facts={
                <>
                  {t('billing.overage.line', {
                    count: charge.executions,
                    executions: countText(charge.executions),
                    cost: moneyText(times(charge.unitPrice, charge.units)),
                    tax: taxText(charge.taxInclusive),
                  })}{' '}
                  {charge.status === 'refused' && t('billing.overage.refused')}
                </>
              }
            >
              <StatusBadge tone={tones[charge.status]}>
                {t(`billing.overage.status.${charge.status}`)}
              </StatusBadge>
            </Row>
          ))}
        </ul>
      )}
    </Card>
  );
}
