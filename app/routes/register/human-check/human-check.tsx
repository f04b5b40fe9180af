import { FieldErrors } from '#app/components/form/error-list.tsx';
import type { Field } from '#app/components/form/use-form.ts';
import { t } from '#app/i18n/t.ts';
import { AltchaCheck } from './altcha-check.tsx';
import { TurnstileCheck } from './turnstile-check.tsx';

export type HumanCheckSettings = { kind: 'altcha' } | { kind: 'turnstile'; siteKey: string };

/** Distinguishes people from programs (spec §2, "human-check widget"). The only field that needs JavaScript. */
export function HumanCheck({ field, settings }: { field: Field; settings: HumanCheckSettings }) {
  return (
    <div className="field" aria-describedby={field.errors && field.errorId}>
      {settings.kind === 'altcha' ? (
        <AltchaCheck {...field} />
      ) : (
        <TurnstileCheck siteKey={settings.siteKey} {...field} />
      )}
      <noscript>
        <p>{t('humanCheck.needsScript')}</p>
      </noscript>
      <FieldErrors field={field} />
    </div>
  );
}
