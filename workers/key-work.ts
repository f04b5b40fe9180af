import type { RenewKeysPorts } from '#app/use-cases/maintenance/renew-keys.ts';
import { openDatabase } from '#db/client.ts';
import { sealedRows } from '#db/queries/sealed-rows.ts';
import { workspaceKeyStore } from '#db/queries/workspace-keys.ts';
import { secondFactorColumns } from '#db/sealed-columns.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';

/** Composes the stores whose sealed data the cron re-encrypts. */
export function composeKeyWork(
  env: Env,
): Pick<RenewKeysPorts, 'masterKeys' | 'workspaceKeys' | 'sealedRows'> {
  const config = configOf(env);
  const db = openDatabase(config.database);
  return {
    masterKeys: config.workspaceMasterKeys,
    workspaceKeys: workspaceKeyStore(db),
    sealedRows: secondFactorColumns.map((column) => sealedRows(db, column, config.secondFactorKeys)),
  };
}
