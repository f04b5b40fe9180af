import { Card } from '#app/components/ui/card.tsx';
import type { ShownValue } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';

/** A request's headers, or its query. A name can occur more than once. */
export function ValuesCard({ title, values }: { title: string; values: readonly ShownValue[] }) {
  if (values.length === 0) return null;
  return (
    <Card title={title}>
      <dl className="values">
        {values.map(({ name, value, isMasked }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a repeated name has no other key, and the list never changes.
          <div key={index}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{isMasked ? <em>{t('webhooks.detail.masked')}</em> : <code>{value}</code>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
