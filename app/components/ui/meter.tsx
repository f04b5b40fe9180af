import { useId } from 'react';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

export interface MeterProps {
  /** Not negative; can exceed `max`. */
  value: number;
  /** Positive. */
  max: number;
  label: string;
  /** Instead of "1,204 of 2,500". */
  valueText?: string | undefined;
  /** Whether a full bar is good, such as completed steps. Otherwise the bar warns from 80 %, like a quota. */
  isGoal?: boolean | undefined;
  /** A full bar stops nothing, such as a quota beyond which executions run on: it warns and does not alarm. */
  isFullFine?: boolean | undefined;
}

const WARNING_SHARE = 0.8;

function meterTone(share: number, { isGoal, isFullFine }: Pick<MeterProps, 'isGoal' | 'isFullFine'>) {
  if (isGoal) return undefined;
  if (share >= 1 && !isFullFine) return 'full';
  return share >= WARNING_SHARE ? 'high' : undefined;
}

/** The used part of a bounded quantity, with the figures as text beside the bar. */
export function Meter({ value, max, label, valueText, isGoal, isFullFine }: MeterProps) {
  const labelId = useId();
  const share = max > 0 ? Math.min(value / max, 1) : 0;
  const text = valueText ?? t('ui.meter', { value: countText(value), max: countText(max) });
  return (
    <div className="meter" data-tone={meterTone(share, { isGoal, isFullFine })}>
      <div className="meter__words">
        <span id={labelId}>{label}</span>
        <span className="meter__value">{text}</span>
      </div>
      <meter
        className="visually-hidden"
        aria-labelledby={labelId}
        aria-valuetext={text}
        min={0}
        max={max}
        value={Math.min(value, max)}
      />
      {/* A width as an attribute: the content security policy allows no style attribute. */}
      <svg className="meter__bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share * 100} height="1" />
      </svg>
    </div>
  );
}
