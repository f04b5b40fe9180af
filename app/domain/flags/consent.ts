/** What a person answered when they were asked whether they may be counted. */
export type ConsentChoice = 'granted' | 'denied';

/** `refused`: the browser says so for them (`Sec-GPC`, `DNT`), and nobody is asked. */
export type Consent = ConsentChoice | 'unasked' | 'refused';

/**
 * A browser that says no says it to everybody, and comes before any choice.
 * @param signals the values of `Sec-GPC` (https://www.w3.org/TR/gpc/) and `DNT`; null where there is none.
 */
export function consentOf(
  choice: ConsentChoice | null,
  signals: { gpc: string | null; dnt: string | null },
): Consent {
  if (signals.gpc === '1' || signals.dnt === '1') return 'refused';
  return choice ?? 'unasked';
}

/** Where events go and whether they may; what is null is not configured. */
export interface Analytics {
  url: string | null;
  tagManagerUrl: string | null;
  consent: Consent;
}
