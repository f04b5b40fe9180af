import { Card } from '#app/components/ui/card.tsx';
import { Notice, type Tone } from '#app/components/ui/notice.tsx';
import { rehearsalOutcomeOf } from '#app/domain/instance/rehearsal/progress.ts';
import type { RehearsalOutcome, RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import { t } from '#app/i18n/t.ts';
import { ReportLists } from './report-lists.tsx';

const tones: Record<RehearsalOutcome['verdict'], Tone> = {
  passed: 'success',
  blocked: 'danger',
  failed: 'warning',
};

interface RehearsalCardProps {
  rehearsal: RehearsalState;
  /** The workspace's version. */
  current: string;
  /** The version of the announced update; null without one. */
  announced: string | null;
}

/** A rehearsal's progress, or its result. */
export function RehearsalCard({ rehearsal, current, announced }: RehearsalCardProps) {
  const { from, target, phase } = rehearsal;
  const outcome = rehearsalOutcomeOf(rehearsal);
  const setback = setbackOf(rehearsal);
  const sentenceOf = () => {
    if (setback) return t(`manage.update.result.${setback}`, { from, target });
    if (outcome?.verdict === 'failed') return t(`manage.update.failure.${outcome.reason}`, { from, target });
    const isForced = rehearsal.updateAt !== null && phase.kind !== 'changing';
    const isAnnounced = isForced && current === from && announced === target;
    if (outcome && isAnnounced) return t(`manage.update.announced.${outcome.verdict}`, { from, target });
    if (outcome?.verdict === 'passed' && (isLeft(rehearsal, current) || isCalledOff(rehearsal, announced)))
      return t('manage.update.lead.left', { current });
    if (outcome?.verdict === 'passed' && outcome.report.problems.some(({ isActive }) => isActive))
      return t('manage.update.lead.offline');
    if (phase.kind === 'reported' && phase.result === 'updated')
      return t('manage.update.lead.updated', { from });
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
            title={t(headlineOf(rehearsal, current, announced), { from, target })}
          >
            {sentenceOf()}
          </Notice>
          {outcome.verdict !== 'failed' && <ReportLists report={outcome.report} target={target} />}
        </>
      )}
    </Card>
  );
}

/** Whether the workspace was stopped or changed before the update, or has left the version since, such as by going back. */
function isLeft({ phase, target }: RehearsalState, current: string): boolean {
  if (phase.kind !== 'reported') return false;
  return phase.result === 'dropped' || (phase.result === 'updated' && current !== target);
}

/** Whether an announced update was carried out, replaced by another version, or withdrawn. */
function isCalledOff({ phase, target }: RehearsalState, announced: string | null): boolean {
  return phase.kind === 'reported' && phase.result === 'announced' && announced !== target;
}

function headlineOf(rehearsal: RehearsalState, current: string, announced: string | null) {
  const { phase } = rehearsal;
  const outcome = rehearsalOutcomeOf({ phase });
  if (outcome?.verdict === 'blocked') return 'manage.update.headline.blocked' as const;
  if (outcome?.verdict === 'failed') return 'manage.update.headline.failed' as const;
  if (phase.kind !== 'reported') return 'manage.update.headline.changing' as const;
  if (isCalledOff(rehearsal, announced) && current === rehearsal.target)
    return 'manage.update.headline.done' as const;
  if (isLeft(rehearsal, current) || isCalledOff(rehearsal, announced))
    return 'manage.update.headline.dropped' as const;
  return headlines[phase.result];
}

/** The headline of a report whose version is neither blocked nor called off. */
const headlines = {
  updated: 'manage.update.headline.done',
  announced: 'manage.update.headline.changing',
  dropped: 'manage.update.headline.dropped',
  withdrawn: 'manage.update.headline.dropped',
  not_saved: 'manage.update.headline.dropped',
  not_ready: 'manage.update.headline.wentBack',
  fewer_active: 'manage.update.headline.wentBack',
} as const;

/** @returns why the version is not used although it passed; null otherwise. */
function setbackOf({ phase }: RehearsalState) {
  if (phase.kind !== 'reported') return null;
  const { result } = phase;
  switch (result) {
    case 'withdrawn':
    case 'not_saved':
    case 'not_ready':
    case 'fewer_active':
      return result;
    default:
      return null;
  }
}
