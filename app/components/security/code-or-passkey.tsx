import type { ReactNode } from 'react';
import type { FactorKinds } from '#app/domain/access/second-factor.ts';
import { t } from '#app/i18n/t.ts';
import { PasskeyForm } from './passkey-form.tsx';

export interface CodeOrPasskeyProps {
  factors: FactorKinds;
  /** WebAuthn request options as JSON; null for people without a passkey. */
  passkey: string | null;
  /** The form for a code, or for a password. */
  children: ReactNode;
}

/** Asks for a code first where the person has an app, else for the passkey with a recovery code below. */
export function CodeOrPasskey({ factors, passkey, children }: CodeOrPasskeyProps) {
  if (passkey === null) return children;
  const label = t('secondFactor.passkey');
  return factors.app ? (
    <>
      {children}
      <PasskeyForm options={passkey} label={label} isAlternative />
    </>
  ) : (
    <>
      <PasskeyForm options={passkey} label={label} />
      {children}
    </>
  );
}
