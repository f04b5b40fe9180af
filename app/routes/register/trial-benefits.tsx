import { Icon } from '#app/components/ui/icons.tsx';
import { t } from '#app/i18n/t.ts';

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
