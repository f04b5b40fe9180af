import type { SealedColumn } from './queries/sealed-rows.ts';

/** Every column that SECOND_FACTOR_KEY seals: the cron seals it anew, and `keys:rotate` counts its versions. */
export const secondFactorColumns: readonly SealedColumn[] = [];
