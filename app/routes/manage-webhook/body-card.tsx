import { Card } from '#app/components/ui/card.tsx';
import type { HeldDetail } from '#app/domain/held-webhooks/held-request.ts';
import { t } from '#app/i18n/t.ts';

/** A request's body as it came, or its beginning. */
export function BodyCard({ body }: { body: HeldDetail['body'] }) {
  return (
    <Card title={t('webhooks.detail.body')}>
      {body === null ? (
        <p className="text-muted">{t('webhooks.detail.noBody')}</p>
      ) : (
        <>
          {body.encoding === 'base64' && <p className="text-muted">{t('webhooks.detail.binary')}</p>}
          {body.isCut && <p className="text-muted">{t('webhooks.detail.cut')}</p>}
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region. */}
          <section className="raw-body" tabIndex={0} aria-label={t('webhooks.detail.bodyText')}>
            <pre>{body.content}</pre>
          </section>
        </>
      )}
    </Card>
  );
}
