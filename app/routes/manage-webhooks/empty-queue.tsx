import { Card } from '#app/components/ui/card.tsx';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { PauseSwitch } from './pause-switch.tsx';
import type { QueueCardProps } from './queue-card-props.ts';

/** Explains the queue to people who never needed it. */
export function EmptyQueue({ held, filter, canConfigure }: QueueCardProps) {
  return (
    <Card title={t('webhooks.empty.title')}>
      <PauseSwitch paused={held.paused} filter={filter} canConfigure={canConfigure} isOffered={false} />
      <p>{t('webhooks.empty.lead')}</p>
      <p className="text-muted">
        <Trans i18nKey="webhooks.empty.what" components={{ code: <code /> }} />
      </p>
      <p className="text-muted">{t('webhooks.empty.answers')}</p>
      <p className="text-muted">
        <Trans i18nKey="webhooks.empty.once" components={{ code: <code /> }} />
      </p>
      <p className="text-muted">{t('webhooks.summary.kept', { hours: held.bounds.hours })}</p>
    </Card>
  );
}
