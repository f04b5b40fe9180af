/** A person's answer to the consent banner. */
export type ConsentChoice = 'granted' | 'denied';

/** `refused`: the browser refuses for the person (`Sec-GPC`, `DNT`), and no banner appears. */
export type Consent = ConsentChoice | 'unasked' | 'refused';

/** A browser's refusal, by `Sec-GPC` (https://www.w3.org/TR/gpc/) or `DNT`, overrides any choice. Null: no such header. */
export function consentOf(
  choice: ConsentChoice | null,
  signals: { gpc: string | null; dnt: string | null },
): Consent {
  if (signals.gpc === '1' || signals.dnt === '1') return 'refused';
  return choice ?? 'unasked';
}

/** Destinations of events, and the consent; null means not configured. */
export interface AnalyticsSettings {
  url: string | null;
  tagManagerUrl: string | null;
  consent: Consent;
}
