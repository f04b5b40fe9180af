import { useId } from 'react';
import { ChoiceTile } from '#app/components/form/choice-field.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { type QueueOrder, queueOrders } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';
import { type ListFilter, listPath } from './filter.ts';

/** The workspace's choice for new requests while a queue is replayed. */
export function OrderCard({ order, filter }: { order: QueueOrder; filter: ListFilter }) {
  const leadId = useId();
  const action = listPath(filter);
  return (
    <Card title={t('webhooks.order.title')}>
      <p className="text-muted" id={leadId}>
        {t('webhooks.order.lead')}
      </p>
      {/* A saved choice is the new default. */}
      <PostForm key={order} action={action} className="form">
        <div className="choices choices--1" role="radiogroup" aria-labelledby={leadId}>
          {queueOrders.map((value) => (
            <ChoiceTile
              key={value}
              type="radio"
              name="order"
              value={value}
              defaultChecked={value === order}
              label={t(`webhooks.order.orders.${value}`)}
              hint={t(`webhooks.order.hints.${value}`)}
            />
          ))}
        </div>
        <SubmitButton name="intent" value="set-order" variant="secondary">
          {t('webhooks.order.submit')}
        </SubmitButton>
      </PostForm>
    </Card>
  );
}
