import { secretContext } from '#app/domain/access/second-factor.ts';
import type { SealedColumn } from './queries/sealed-rows.ts';
import { authenticatorApps } from './schema/index.ts';

/** Every column sealed by SECOND_FACTOR_KEY: the cron re-encrypts their rows, and `keys:rotate` counts their versions. */
export const secondFactorColumns: readonly SealedColumn[] = [
  {
    table: authenticatorApps,
    id: authenticatorApps.id,
    sealed: authenticatorApps.secret,
    contextOf: secretContext,
  },
];
