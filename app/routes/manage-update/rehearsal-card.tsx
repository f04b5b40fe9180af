import { Card } from '#app/components/ui/card.tsx';
import { Notice, type Tone } from '#app/components/ui/notice.tsx';
import { outcomeOf } from '#app/domain/instance/rehearsal/progress.ts';
import type { RehearsalOutcome, RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import { t } from '#app/i18n/t.ts';
import { ReportLists } from './report-lists.tsx';

const tones: Record<RehearsalOutcome['verdict'], Tone> = {
  passed: 'success',
  blocked: 'danger',
  failed: 'warning',
};

/** A rehearsal: its progress, or its findings. @param current the workspace's version. */
export function RehearsalCard({ rehearsal, current }: { rehearsal: RehearsalState; current: string }) {
  const { from, target, phase } = rehearsal;
  const outcome = outcomeOf(rehearsal);
  const setback = setbackOf(rehearsal);
  const sentenceOf = () => {
    if (setback) return t(`manage.update.result.${setback}`, { from, target });
    if (outcome?.verdict === 'failed') return t(`manage.update.failure.${outcome.reason}`, { from, target });
    const isAnnounced = rehearsal.updateAt !== null && current === from;
    if (outcome && isAnnounced) return t(`manage.update.announced.${outcome.verdict}`, { from });
    if (outcome && isLeft(rehearsal, current)) return t('manage.update.lead.left', { current });
    return outcome && t(`manage.update.lead.${outcome.verdict}`, { from, target });
  };
  return (
    <Card title={t('manage.update.title', { target })}>
      {outcome === null ? (
        <Notice tone="info" role="status" title={t(`manage.update.step.${phase.kind}`)}>
          {t('manage.update.runningLead', { from, target })}
        </Notice>
      ) : (
        <>
          <Notice
            tone={setback ? 'warning' : tones[outcome.verdict]}
            role="status"
            title={t(headlineOf(rehearsal, current), { from, target })}
          >
            {sentenceOf()}
          </Notice>
          {outcome.verdict !== 'failed' && <ReportLists report={outcome.report} target={target} />}
        </>
      )}
    </Card>
  );
}

/** Whether the workspace has left the version since the update, such as by going back. */
function isLeft({ phase, target }: RehearsalState, current: string): boolean {
  return phase.kind === 'reported' && phase.result === 'updated' && current !== target;
}

function headlineOf(rehearsal: RehearsalState, current: string) {
  const { phase } = rehearsal;
  const outcome = outcomeOf({ phase });
  if (outcome?.verdict === 'blocked') return 'manage.update.headline.blocked' as const;
  if (outcome?.verdict === 'failed') return 'manage.update.headline.failed' as const;
  if (phase.kind !== 'reported') return 'manage.update.headline.changing' as const;
  if (isLeft(rehearsal, current)) return 'manage.update.headline.dropped' as const;
  switch (phase.result) {
    case 'updated':
      return 'manage.update.headline.done' as const;
    case 'announced':
      return 'manage.update.headline.changing' as const;
    case 'dropped':
    case 'not_saved':
      return 'manage.update.headline.dropped' as const;
    case 'not_ready':
    case 'fewer_active':
      return 'manage.update.headline.wentBack' as const;
  }
}

/** @returns why the version is not used although it passed; null otherwise. */
function setbackOf({ phase }: RehearsalState) {
  if (phase.kind !== 'reported') return null;
  const { result } = phase;
  return result === 'not_saved' || result === 'not_ready' || result === 'fewer_active' ? result : null;
}
