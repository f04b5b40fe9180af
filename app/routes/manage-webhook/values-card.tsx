import { useTranslation } from 'react-i18next';
import { Card } from '#app/components/ui/card.tsx';
import type { ShownValue } from '#app/domain/held-webhooks/held.ts';

/** A request's headers, or its query. A name can occur more than once. */
export function ValuesCard({ title, values }: { title: string; values: readonly ShownValue[] }) {
  const { t } = useTranslation();
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
