import { Card } from '#app/components/ui/card.tsx';
import { Notice, type Tone } from '#app/components/ui/notice.tsx';
import { Refresh } from '#app/components/ui/refresh.tsx';
import { isUnderWay, rehearsalOutcomeOf } from '#app/domain/instance/rehearsal/progress.ts';
import type {
  RehearsalOutcome,
  RehearsalState,
  UpdateOutcome,
} from '#app/domain/instance/rehearsal/state.ts';
import { SECOND_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { ReportLists } from './report-lists.tsx';

const tones: Record<RehearsalOutcome['verdict'], Tone> = {
  passed: 'success',
  blocked: 'danger',
  failed: 'warning',
};

/** A rehearsal takes a minute or more. */
const REFRESH_MS = 3 * SECOND_MS;

interface RehearsalCardProps {
  rehearsal: RehearsalState;
  /** The workspace's version. */
  current: string;
  /** The version of the announced update; null without one. */
  announced: string | null;
}

/** Results for which a version that passed is not used; each has its sentence, `manage.update.result`. */
const setbacks = ['withdrawn', 'not_saved', 'not_ready', 'fewer_active'] as const;

/** The headline of a report whose version is neither blocked nor called off. */
const headlines = {
  updated: 'done',
  announced: 'changing',
  dropped: 'dropped',
  withdrawn: 'dropped',
  not_saved: 'dropped',
  not_ready: 'wentBack',
  fewer_active: 'wentBack',
} as const satisfies Record<UpdateOutcome, string>;

/** A rehearsal's progress, or its result. */
export function RehearsalCard({ rehearsal, current, announced }: RehearsalCardProps) {
  const { from, target, phase } = rehearsal;
  const outcome = rehearsalOutcomeOf(rehearsal);
  const result = phase.kind === 'reported' ? phase.result : null;
  const setback = setbacks.find((one) => one === result);
  // The workspace was stopped or changed before the update, or has left the version since, such as by going back.
  const isLeft = result === 'dropped' || (result === 'updated' && current !== target);
  // An announced update was carried out, replaced by another version, or withdrawn.
  const isCalledOff = result === 'announced' && announced !== target;
  const sentenceOf = (found: RehearsalOutcome) => {
    if (setback) return t(`manage.update.result.${setback}`, { from, target });
    if (found.verdict === 'failed') return t(`manage.update.failure.${found.reason}`, { from, target });
    const isForced = rehearsal.updateAt !== null && phase.kind !== 'changing';
    if (isForced && current === from && announced === target)
      return t(`manage.update.announced.${found.verdict}`, { from, target });
    if (found.verdict === 'passed') {
      if (isLeft || isCalledOff) return t('manage.update.lead.left', { current });
      if (found.report.problems.some(({ isActive }) => isActive)) return t('manage.update.lead.offline');
    }
    if (result === 'updated') return t('manage.update.lead.updated', { from });
    return t(`manage.update.lead.${found.verdict}`, { from, target });
  };
  const headlineOf = ({ verdict }: RehearsalOutcome) => {
    if (verdict !== 'passed') return verdict;
    if (isLeft || isCalledOff) return isCalledOff && current === target ? 'done' : 'dropped';
    return result === null ? 'changing' : headlines[result];
  };
  return (
    <Card title={t('manage.update.title', { target })}>
      {isUnderWay(rehearsal) && <Refresh intervalMs={REFRESH_MS} />}
      {outcome === null ? (
        <Notice tone="info" role="status" title={t(`manage.update.step.${phase.kind}`)}>
          {t('manage.update.runningLead', { from, target })}
        </Notice>
      ) : (
        <>
          <Notice
            tone={setback ? 'warning' : tones[outcome.verdict]}
            role="status"
            title={t(`manage.update.headline.${headlineOf(outcome)}`, { from, target })}
          >
            {sentenceOf(outcome)}
          </Notice>
          {outcome.verdict !== 'failed' && <ReportLists report={outcome.report} target={target} />}
        </>
      )}
    </Card>
  );
}
