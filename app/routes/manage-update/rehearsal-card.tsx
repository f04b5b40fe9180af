import { Card } from '#app/components/ui/card.tsx';
import { Notice, type Tone } from '#app/components/ui/notice.tsx';
import {
  outcomeOf,
  type RehearsalOutcome,
  type RehearsalState,
} from '#app/domain/instance/rehearsal/state.ts';
import { t } from '#app/i18n/t.ts';
import { ReportLists } from './report-lists.tsx';

const tones: Record<RehearsalOutcome['verdict'], Tone> = {
  passed: 'success',
  blocked: 'danger',
  failed: 'warning',
};

/** One rehearsal: how far it is, or what it found out. */
export function RehearsalCard({ rehearsal }: { rehearsal: RehearsalState }) {
  const { from, target, phase } = rehearsal;
  const outcome = outcomeOf(rehearsal);
  return (
    <Card title={t('manage.update.title', { target })}>
      {outcome === null ? (
        <Notice tone="info" role="status" title={t(`manage.update.step.${phase.kind}`)}>
          {t('manage.update.runningLead', { from, target })}
        </Notice>
      ) : (
        <>
          <Notice tone={tones[outcome.verdict]} role="status" title={t(headlineOf(rehearsal), { target })}>
            {outcome.verdict === 'failed'
              ? t(`manage.update.failure.${outcome.reason}`, { from, target })
              : t(`manage.update.lead.${outcome.verdict}`, { from, target })}
          </Notice>
          {outcome.verdict !== 'failed' && <ReportLists report={outcome.report} target={target} />}
        </>
      )}
    </Card>
  );
}

function headlineOf({ phase }: RehearsalState) {
  const outcome = outcomeOf({ phase });
  if (outcome?.verdict === 'blocked') return 'manage.update.headline.blocked' as const;
  if (outcome?.verdict === 'failed') return 'manage.update.headline.failed' as const;
  if (phase.kind !== 'reported') return 'manage.update.headline.changing' as const;
  return phase.isCarriedOut
    ? ('manage.update.headline.done' as const)
    : ('manage.update.headline.dropped' as const);
}
