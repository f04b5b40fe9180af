import { secretContext } from '#app/domain/access/second-factor.ts';
import type { SealedColumn } from './queries/sealed-rows.ts';
import { authenticatorApps } from './schema/index.ts';

/** Every column that SECOND_FACTOR_KEY seals: the cron seals their rows again, and `keys:rotate` counts their versions. */
export const secondFactorColumns: readonly SealedColumn[] = [
  {
    table: authenticatorApps,
    id: authenticatorApps.id,
    sealed: authenticatorApps.secret,
    contextOf: secretContext,
  },
];
