import { Card } from '#app/components/ui/card.tsx';
import { Meter } from '#app/components/ui/meter.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { TRIAL_LENGTH_DAYS } from '#app/domain/trial/trial.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

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
          <Trans
            i18nKey="dashboard.trial.until"
            components={{ when: <LocalTime at={trialEndsAt} format="dateTime" /> }}
          />
        </p>
      )}
    </Card>
  );
}
