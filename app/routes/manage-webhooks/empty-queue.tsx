import { Card } from '#app/components/ui/card.tsx';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { retentionText } from './kept-text.ts';
import { PauseSwitch } from './pause-switch.tsx';
import type { QueueCardProps } from './queue-card-props.ts';

/** Explains the queue to people who never needed it. */
export function EmptyQueue({ held, filter, canConfigure }: QueueCardProps) {
  return (
    <Card title={t('webhooks.empty.title')}>
      <PauseSwitch paused={held.paused} filter={filter} canConfigure={canConfigure} isOffered={false} />
      <p>{t('webhooks.empty.lead')}</p>
      <details>
        <summary>{t('webhooks.empty.details')}</summary>
        <div className="stack text-muted">
          <p>
            <Trans i18nKey="webhooks.empty.what" components={{ code: <code /> }} />
          </p>
          <p>{t('webhooks.empty.answers')}</p>
          <p>
            <Trans i18nKey="webhooks.empty.once" components={{ code: <code /> }} />
          </p>
          <p>{retentionText(held)}</p>
        </div>
      </details>
    </Card>
  );
}
