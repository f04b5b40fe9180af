import { Link } from '@remix-run/react';
import { Card } from '#app/components/ui/card.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { RecentExecutions } from '#app/domain/instance/dashboard-parts.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PartState } from './part-state.tsx';
import { usePart } from './use-part.ts';

/** The newest executions, read from the workspace itself once the page stands: what it takes delays nothing else. */
export function RecentExecutionsCard() {
  const part = usePart<RecentExecutions>('executions', undefined);
  const { value } = part;
  return (
    <Card
      title={t('dashboard.recent.title')}
      aside={<Link to={paths.usage}>{t('dashboard.recent.all')}</Link>}
    >
      {/* As high as five rows from the start, so that nothing below it moves. */}
      <div className="recent">
        {value === null ? (
          <PartState part={part} failure={t('dashboard.recent.failed')} />
        ) : value.rows.length === 0 ? (
          <p className="text-muted">{t('dashboard.recent.empty')}</p>
        ) : (
          <ol className="recent__rows">
            {value.rows.map(({ id, at, workflowName, trigger }) => (
              <li key={id}>
                <strong dir="auto">{workflowName || t('usage.executions.unnamed')}</strong>
                <span className="text-muted">{t(`usage.executions.startedBy.${trigger}`)}</span>
                <span className="text-muted">
                  <LocalTime at={at} format="dateTime" />
                </span>
              </li>
            ))}
          </ol>
        )}
        {value?.isLive === false && <p className="text-muted text-sm">{t('dashboard.recent.earlier')}</p>}
      </div>
    </Card>
  );
}
