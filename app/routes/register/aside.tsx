import { Card } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icons.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

const benefits = ['workspace', 'executions', 'team', 'end'] as const;

/** The benefits of a trial, beside the registration form. */
export function TrialBenefits() {
  return (
    <section className="stack" aria-labelledby="benefits">
      <h2 id="benefits">{t('register.benefits.title')}</h2>
      <ul className="check-list">
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" />
            <span>{t(`register.benefits.${benefit}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SELF_HOSTING_GUIDE = 'https://docs.n8n.io/hosting/';

/** For visitors who would rather run n8n on their own servers (spec §2, "self-host callout"). */
export function SelfHostCallout() {
  return (
    <Card title={t('register.selfHostTitle')}>
      <p>
        <Trans
          i18nKey="register.selfHost"
          components={{
            guideLink: (
              // biome-ignore lint/a11y/useAnchorContent: Trans puts the translated words inside.
              <a href={SELF_HOSTING_GUIDE} target="_blank" rel="noopener noreferrer" />
            ),
            newTab: <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>,
          }}
        />
      </p>
    </Card>
  );
}
