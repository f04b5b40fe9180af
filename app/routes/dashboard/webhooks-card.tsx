import { Link } from '@remix-run/react';
import { Card } from '#app/components/ui/card.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { WaitingWebhooks } from '#app/domain/instance/dashboard-parts.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { PartState } from './part-state.tsx';
import { usePart } from './use-part.ts';

/** Webhooks that wait for the workspace; an empty queue explains its purpose. */
export function WebhooksCard() {
  const part = usePart<WaitingWebhooks>('webhooks', undefined);
  return (
    <Card
      title={t('dashboard.webhooks.title')}
      aside={<Link to={paths.webhooks}>{t('dashboard.webhooks.open')}</Link>}
    >
      <div className="waiting">
        {part.value ? (
          <Waiting {...part.value} />
        ) : (
          <PartState part={part} failure={t('dashboard.webhooks.failed')} />
        )}
      </div>
    </Card>
  );
}

function Waiting({ waiting, failed, oldestAt, isPaused }: WaitingWebhooks) {
  if (waiting + failed === 0) return <p className="text-muted">{t('dashboard.webhooks.empty')}</p>;
  return (
    <>
      <p>
        <strong className="figure">{countText(waiting)}</strong> {t('dashboard.webhooks.waiting')}
      </p>
      {oldestAt !== null && (
        <p className="text-muted">
          <TimeText i18nKey="dashboard.webhooks.since" at={oldestAt} format="dateTime" />
        </p>
      )}
      {isPaused && <p>{t('dashboard.webhooks.paused')}</p>}
      {failed > 0 && <p>{t('dashboard.webhooks.notDelivered', { failed: countText(failed) })}</p>}
    </>
  );
}
