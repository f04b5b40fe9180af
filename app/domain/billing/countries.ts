import { once } from '../once.ts';

/** Countries where the billing provider sells, as ISO 3166-1 alpha-2 codes (https://developer.paddle.com/concepts/sell/supported-countries-locales). */
const codes =
  `AD AE AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BZ CA CC CH CI CK
CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP
GQ GR GT GU GW GY HK HN HR HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS
LT LU LV MA MC MD ME MF MG MH MK MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NL NO NP NR NU NZ OM PA PE PF PG
PH PK PL PM PN PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SR ST SV SX SZ TC TD TF TG TH TJ TK TL
TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VG VI VN VU WF WS XK YT ZA ZM`.split(/\s+/);

export interface Country {
  code: string;
  name: string;
}

/** @returns the countries by English name, for a list; made on the server, since browsers name some of them otherwise. */
export const countries = once((): readonly Country[] => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
});

/** @returns whether the billing provider sells there. */
export function isAvailableTo(code: string): boolean {
  return codes.includes(code);
}
