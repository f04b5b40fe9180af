import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';

/** @returns the retention of webhooks, and the behaviour without space; the limits are whole days. */
export function retentionText({ bounds }: Pick<HeldList, 'bounds'>): string {
  return t('webhooks.summary.kept', { days: (bounds.hours * HOUR_MS) / DAY_MS });
}
