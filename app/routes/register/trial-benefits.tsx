import { useTranslation } from 'react-i18next';
import { Icon } from '#app/components/ui/icons.tsx';

const benefits = ['workspace', 'executions', 'team', 'end'] as const;

/** What a trial gives, beside the form that starts it. */
export function TrialBenefits() {
  const { t } = useTranslation();
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
