import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorKinds } from '#app/domain/access/second-factor.ts';
import { PasskeyForm } from './passkey-form.tsx';

export interface CodeOrPasskeyProps {
  factors: FactorKinds;
  /** What the browser is asked, as JSON; null for who has no passkey. */
  passkey: string | null;
  /** The form for a code, or for a password. */
  children: ReactNode;
}

/** The ways to prove who one is: a code first for who has an app, else the passkey and below it a recovery code. */
export function CodeOrPasskey({ factors, passkey, children }: CodeOrPasskeyProps) {
  const { t } = useTranslation();
  if (passkey === null) return children;
  const label = t('secondFactor.passkey');
  return factors.app ? (
    <>
      {children}
      <PasskeyForm options={passkey} label={label} size="lg">
        <p className="divider">{t('passkey.or')}</p>
      </PasskeyForm>
    </>
  ) : (
    <>
      <PasskeyForm options={passkey} label={label} size="lg" variant="primary" />
      {children}
    </>
  );
}
