export const troubles = [
  'none',
  'silent',
  'silent-after',
  'busy',
  'refusing',
  'late',
  'half',
  'stale',
  'says-ready',
  'says-not-ready',
  'says-missing',
] as const;
/**
 * The cluster's behavior: `silent-after` acts without a response; `late` acts some time later; `half` applies only the
 * first part; `stale` repeats its previous response.
 */
export type Trouble = (typeof troubles)[number];
