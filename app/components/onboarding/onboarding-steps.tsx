import { type OnboardingStep, onboardingSteps } from '#app/domain/account/onboarding.ts';
import { t } from '#app/i18n/t.ts';
import { Steps } from '../ui/steps.tsx';

/** Confirming the e-mail precedes the steps shown here. */
const shownSteps = onboardingSteps.filter((step) => step !== 'confirm-email');

/** The person's progress through the setup, above a step's title. */
export function OnboardingSteps({ step }: { step: Exclude<OnboardingStep, 'confirm-email'> }) {
  return <Steps labels={shownSteps.map((shown) => t(`steps.${shown}`))} current={shownSteps.indexOf(step)} />;
}
