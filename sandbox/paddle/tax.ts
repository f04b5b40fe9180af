/** Tax as Paddle charges it on software, in per mille of the net amount, added to it: the account's setting is external. */
const perMille: Record<string, number> = {
  AT: 200,
  AU: 100,
  BE: 210,
  BG: 200,
  CA: 50,
  CH: 81,
  CY: 190,
  CZ: 210,
  DE: 190,
  DK: 250,
  EE: 240,
  ES: 210,
  FI: 255,
  FR: 200,
  GB: 200,
  GR: 240,
  HR: 250,
  HU: 270,
  IE: 230,
  IN: 180,
  IT: 220,
  JP: 100,
  LT: 210,
  LU: 170,
  LV: 210,
  MT: 180,
  NL: 210,
  NO: 250,
  NZ: 150,
  PL: 230,
  PT: 230,
  RO: 210,
  SE: 250,
  SI: 220,
  SK: 230,
};

const reverseCharge = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whole per mille for a buyer; an EU business with a tax number accounts for the tax itself. */
export function taxPerMille(
  countryCode: string | undefined,
  taxIdentifier: string | null | undefined,
): number {
  if (countryCode === undefined) return 0;
  if (taxIdentifier && reverseCharge.has(countryCode)) return 0;
  return perMille[countryCode] ?? 0;
}

/** The rate in the API's format: `0.19`. */
export function taxRateText(rate: number): string {
  return String(rate / 1000);
}
