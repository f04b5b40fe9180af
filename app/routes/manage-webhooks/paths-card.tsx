import { Card } from '#app/components/ui/card.tsx';
import type { HeldPath } from '#app/domain/held-webhooks/held-request.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { ChartLegend } from './path-chart.tsx';
import { PathRow } from './path-row.tsx';
import type { QueueCardProps } from './queue-cards.tsx';

/** Paths shown at first; a `details` contains the others. */
const SHOWN_PATHS = 10;

export interface PathsCardProps extends QueueCardProps {
  /** The workspace's address, to which each path belongs. */
  workspaceUrl: string;
}

/** Each path: what waits, its last 24 hours, and what happens to its requests. */
export function PathsCard({ held, filter, canConfigure, workspaceUrl }: PathsCardProps) {
  const { paths, totalPaths, now } = held;
  const hidden = paths.slice(SHOWN_PATHS);
  const rowsOf = (of: readonly HeldPath[]) => (
    <ul className="rows">
      {of.map((path) => (
        <PathRow
          key={path.path}
          path={path}
          address={workspaceUrl + path.path}
          filter={filter}
          now={now}
          canConfigure={canConfigure}
        />
      ))}
    </ul>
  );
  return (
    <Card title={t('webhooks.paths.title')}>
      <p className="text-muted text-sm">{t('webhooks.chart.hint')}</p>
      <ChartLegend />
      {rowsOf(paths.slice(0, SHOWN_PATHS))}
      {hidden.length > 0 && (
        <details>
          <summary>{t('webhooks.paths.more', { count: hidden.length })}</summary>
          {rowsOf(hidden)}
        </details>
      )}
      {totalPaths > paths.length && (
        <p className="text-muted text-sm">
          {t('webhooks.paths.some', {
            shown: countText(paths.length),
            total: countText(totalPaths),
          })}
        </p>
      )}
    </Card>
  );
}
