import { Link } from '@remix-run/react';
import { drawCloth } from '#app/components/brand/cloth.ts';
import { Card } from '#app/components/ui/card.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { FaqId } from '#app/domain/help/faq.ts';
import type { RecentExecutions } from '#app/domain/instance/dashboard-parts.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PartState } from './part-state.tsx';
import { usePart } from './use-part.ts';

const answerPath = (id: FaqId) => `${paths.help}#${id}`;

/** Fewer rows than this leave room for an explanation. */
const FEW_ROWS = 3;

/** The newest executions, read from the workspace after the page has loaded, so that it delays nothing else. */
export function RecentExecutionsCard({ instance }: { instance: InstanceView | null }) {
  const part = usePart<RecentExecutions>('executions', undefined);
  const { value } = part;
  const isStopped = instance?.status === InstanceStatus.Stopped;
  return (
    <Card
      title={t('dashboard.recent.title')}
      aside={<Link to={paths.usage}>{t('dashboard.recent.all')}</Link>}
    >
      {/* As high as five rows from the start, so that nothing below it moves. */}
      <div className="recent">
        {value === null ? (
          <PartState part={part} failure={t('dashboard.recent.failed')} />
        ) : (
          <>
            {value.rows.length > 0 && <Rows rows={value.rows} />}
            {!value.isLive && value.rows.length > 0 && (
              <p className="text-muted text-sm">
                {t(isStopped ? 'dashboard.recent.beforeStop' : 'dashboard.recent.earlier')}
              </p>
            )}
            {value.rows.length < FEW_ROWS && (
              <Explanation
                isEmpty={value.rows.length === 0}
                isStopped={isStopped}
                hasWorkflow={value.rows.length > 0 || (instance?.usage?.activeWorkflows ?? 0) > 0}
              />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Rows({ rows }: Pick<RecentExecutions, 'rows'>) {
  return (
    <ol className="recent__rows">
      {rows.map(({ id, at, workflowName, trigger }) => (
        <li key={id}>
          <strong dir="auto">{workflowName || t('usage.executions.unnamed')}</strong>
          <span className="text-muted">{t(`usage.executions.startedBy.${trigger}`)}</span>
          <span className="text-muted">
            <LocalTime at={at} format="dateTime" />
          </span>
        </li>
      ))}
    </ol>
  );
}

interface ExplanationProps {
  isEmpty: boolean;
  isStopped: boolean;
  /** Whether a workflow has run or is active. */
  hasWorkflow: boolean;
}

/** Explains executions and, before the first workflow, how to build one, in the space of the missing rows. */
export function Explanation({ isEmpty, isStopped, hasWorkflow }: ExplanationProps) {
  return (
    <div className="recent__explanation">
      {isEmpty && <ClothPatch />}
      {(isEmpty || !isStopped) && (
        <p>
          {isEmpty && <strong>{t(isStopped ? 'dashboard.noneStopped' : 'dashboard.usage.none')} </strong>}
          {!isStopped && (
            <span className="text-muted">
              {t(hasWorkflow ? 'dashboard.recent.more' : 'dashboard.recent.empty')}
            </span>
          )}
        </p>
      )}
      <p className="cluster">
        {!isStopped && !hasWorkflow && (
          <Link to={answerPath('first-steps')}>{t('dashboard.recent.firstWorkflow')}</Link>
        )}
        <Link to={answerPath('executions')}>{t('dashboard.recent.whatCounts')}</Link>
      </p>
    </div>
  );
}

const cloth = drawCloth({ columns: 6, rows: 3, pitch: 20, origin: { x: 22, y: 20 }, overhang: 12 });

/** A patch of the launch screen's cloth, above a card that has nothing to list yet. Decoration. */
function ClothPatch() {
  return (
    <svg className="cloth-patch" viewBox="0 0 144 80" fill="none" strokeLinecap="round" aria-hidden="true">
      <path className="cloth__warp" d={cloth.warp} />
      <path className="cloth__weft" d={cloth.weft} />
      <path className="cloth__over" d={cloth.over} />
    </svg>
  );
}
