const codes =
  `AD AE AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BZ CA CC CH CI CK
CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP
GQ GR GT GU GW GY HK HN HR HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS
LT LU LV MA MC MD ME MF MG MH MK MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NL NO NP NR NU NZ OM PA PE PF PG
PH PK PL PM PN PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SR ST SV SX SZ TC TD TF TG TH TJ TK TL
TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VG VI VN VU WF WS XK YT ZA ZM`.split(/\s+/);

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The countries where Paddle sells, by English name. */
export const countries: readonly { code: string; name: string }[] = codes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Whether Paddle sells to this ISO 3166-1 alpha-2 code. */
export function isSupportedCountry(code: string): boolean {
  return codes.includes(code);
}

const postcodeCountries = ['AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'NL', 'US'];

/** Whether Paddle's checkout requests a postcode there. */
export function needsPostcode(countryCode: string): boolean {
  return postcodeCountries.includes(countryCode);
}
