import { deviceText } from '#app/components/account/device-text.ts';
import { RowForm } from '#app/components/account/row-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { RememberedBrowser } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The browsers that skip the second factor, each with a button that forgets it. */
export function BrowsersCard({ browsers }: { browsers: readonly RememberedBrowser[] }) {
  return (
    <Card title={t('accountSecurity.browsers.title')}>
      <p className="text-muted">
        {t(browsers.length === 0 ? 'accountSecurity.browsers.empty' : 'accountSecurity.browsers.lead')}
      </p>
      {browsers.length > 0 && (
        <ul className="rows">
          {browsers.map(({ id, userAgent, rememberedUntil }) => {
            const device = deviceText(userAgent);
            return (
              <Row
                key={id}
                title={device}
                facts={
                  <TimeText i18nKey="accountSecurity.browsers.until" at={rememberedUntil} format="date" />
                }
              >
                <RowForm
                  action={paths.accountSecurity}
                  intent="forget-browser"
                  target={{ name: 'browserId', value: id }}
                  submit={t('accountSecurity.browsers.forget')}
                  aria-label={t('accountSecurity.browsers.forgetOf', { device })}
                />
              </Row>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
