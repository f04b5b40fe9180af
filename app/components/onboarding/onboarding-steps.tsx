import { type OnboardingStep, onboardingSteps } from '#app/domain/account/onboarding.ts';
import { t } from '#app/i18n/t.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** Confirming the e-mail precedes the steps shown here. */
const shownSteps = onboardingSteps.filter((step) => step !== 'confirm-email');

/** The person's progress through the setup, above a step's title. */
export function OnboardingSteps({ step }: { step: Exclude<OnboardingStep, 'confirm-email'> }) {
  const current = shownSteps.indexOf(step);
  const total = shownSteps.length;
  return (
    <nav className="steps" aria-label={t('ui.steps.label')}>
      <p className="steps__position" aria-hidden="true">
        {t('ui.steps.position', { current: current + 1, total, label: t(`steps.${step}`) })}
      </p>
      <ol className="steps__list">
        {shownSteps.map((shown, index) => (
          <li
            key={shown}
            className={classNames(
              'steps__item',
              index < current && 'steps__item--done',
              index === current && 'steps__item--current',
            )}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="steps__marker" aria-hidden="true">
              {index < current ? <Icon name="check" /> : index + 1}
            </span>
            <span className="steps__label">
              {t(`steps.${shown}`)}
              {index < current && <VisuallyHidden> ({t('ui.steps.done')})</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
