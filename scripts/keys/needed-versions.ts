import type { Config } from '../../app/config.ts';
import { openDatabase } from '../../db/client.ts';
import type { Db } from '../../db/database.ts';
import { countSealedVersions } from '../../db/queries/sealed-rows.ts';
import { type KeyNeed, readKeyNeeds } from '../../db/queries/workspace-keys.ts';
import { secondFactorColumns } from '../../db/sealed-columns.ts';
import { type Need, type RingName, requireVersions } from './rotation.ts';

const words: Record<KeyNeed['purpose'], (workspaces: number) => string> = {
  sealed: (count) => `the keys of ${count} workspaces are sealed with it`,
  process: (count) =>
    `${count} running workspaces have a sign-in key of it until their next restart; \`npm run keys:rotate -- restart\` restarts them`,
  'final-link': (count) => `links to the final backups of ${count} workspaces are signed with it`,
};

/** @returns everything in the database that needs a version of a key. */
export async function readNeeds(db: Db, name: RingName): Promise<Need[]> {
  if (name === 'SECOND_FACTOR_KEY') {
    const counted = await Promise.all(secondFactorColumns.map((column) => countSealedVersions(db, column)));
    return counted.flatMap((versions) =>
      [...versions].map(([version, rows]) => ({
        version,
        what: `${rows} second factors`,
        until: null,
        isRenewedByCron: true,
      })),
    );
  }
  const needs = await readKeyNeeds(db);
  return needs.map(({ version, purpose, workspaces, until }) => ({
    version,
    what:
      version === null
        ? `${workspaces} workspaces were not asked yet: the cron asks them within minutes`
        : words[purpose](workspaces),
    until: purpose === 'final-link' ? until : null,
    isRenewedByCron: purpose === 'sealed',
  }));
}

/** Checks the keys before a deployment. @throws Error if the configured keys lack a version that something needs. */
export async function refuseMissingVersions(
  config: Pick<Config, 'database' | 'workspaceMasterKeys' | 'secondFactorKeys'>,
): Promise<void> {
  const db = openDatabase(config.database);
  const master = await readNeeds(db, 'WORKSPACE_MASTER_KEY');
  requireVersions('WORKSPACE_MASTER_KEY', config.workspaceMasterKeys, master);
  const secondFactor = await readNeeds(db, 'SECOND_FACTOR_KEY');
  requireVersions('SECOND_FACTOR_KEY', config.secondFactorKeys, secondFactor);
}
