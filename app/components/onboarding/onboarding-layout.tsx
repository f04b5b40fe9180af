import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type OnboardingStep, onboardingSteps } from '#app/domain/account/onboarding.ts';
import { PageFlash } from '../layout/page-flash.tsx';
import { PublicLayout } from '../layout/public-layout.tsx';
import { Steps } from '../ui/steps.tsx';

/** Confirming the e-mail comes before what these steps show. */
const shownSteps = onboardingSteps.filter((step) => step !== 'confirm-email');

/** The frame of the set-up: how far one has come, and the step itself. */
export function OnboardingLayout({
  step,
  children,
}: {
  step: Exclude<OnboardingStep, 'confirm-email'>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <PublicLayout flash={<PageFlash />}>
      <div className="stack stack--lg">
        <Steps labels={shownSteps.map((shown) => t(`steps.${shown}`))} current={shownSteps.indexOf(step)} />
        {children}
      </div>
    </PublicLayout>
  );
}
