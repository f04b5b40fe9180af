import { useEffect, useId, useRef } from 'react';
import { FieldErrors } from '#app/components/form/error-list.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

export interface QuotaFieldProps {
  name: 'executions' | 'activeWorkflows';
  bounds: { min: number; max: number; step: number };
  /** As typed. */
  value: string;
  /** The translation key of the error. */
  error: string | undefined;
  onChange: (value: string) => void;
}

/**
 * A number, and a slider, which waits for the script that synchronizes both. The number field has no maximum: above the
 * limit, the sales talk opens.
 */
export function QuotaField({ name, bounds: { min, max, step }, value, error, onChange }: QuotaFieldProps) {
  const id = useId();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a number typed or restored before the script runs.
  useEffect(() => onChange(input.current?.value ?? value), []);
  const label = t(`billing.table.figure.${name}`);
  const key = step === 1 ? 'billing.quota.bounds' : 'billing.quota.boundsInSteps';
  const described = [error && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="input-box">
        <input
          ref={input}
          id={id}
          className="input-box__input"
          name={name}
          inputMode="numeric"
          autoComplete="off"
          required
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <input
        type="range"
        className="slider"
        aria-label={t('billing.quota.slider', { label })}
        min={min}
        max={max}
        step={step}
        value={Number(value) || min}
        disabled={!isHydrated}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="field__hint" id={`${id}-hint`}>
        {t(key, { min: countText(min), max: countText(max), step: countText(step) })}
      </div>
      <FieldErrors
        field={{
          errorId: `${id}-error`,
          errors: error ? [error] : undefined,
        }}
      />
    </div>
  );
}
