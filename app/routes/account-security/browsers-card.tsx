import { Trans, useTranslation } from 'react-i18next';
import { useDeviceText } from '#app/components/account/device-text.ts';
import { RowForm } from '#app/components/account/row-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { RememberedBrowser } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/http/paths.ts';

/** The browsers that are not asked for a second factor, each with a way to have it asked again. */
export function BrowsersCard({ browsers }: { browsers: readonly RememberedBrowser[] }) {
  const { t } = useTranslation();
  const deviceText = useDeviceText();
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
              <li key={id} className="rows__entry">
                <div className="rows__words">
                  <p>
                    <strong>{device}</strong>
                  </p>
                  <p className="text-muted text-sm">
                    <Trans
                      i18nKey="accountSecurity.browsers.until"
                      components={{ time: <LocalTime at={rememberedUntil} format="date" /> }}
                    />
                  </p>
                </div>
                <RowForm
                  action={paths.accountSecurity}
                  intent="forget-browser"
                  target={{ name: 'browserId', value: id }}
                  submit={t('accountSecurity.browsers.forget')}
                  aria-label={t('accountSecurity.browsers.forgetOf', { device })}
                />
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
