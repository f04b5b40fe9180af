import { spawnSync } from 'node:child_process';
import { readVersions, refuseUntestedVersions } from '../engine/versions.ts';
import { askAtTerminal, refuseVulnerableLibraries, runAudit } from './audit.ts';
import { readArguments, runCommand } from './command-line.ts';
import { refuseOpenIngresses } from './ingress-hosts.ts';
import { buildIfChanged } from './local/build.ts';
import { refuseUnexpiringTokens } from './token-expiry.ts';

const USAGE = `npm run deploy             checks the configuration, builds, migrates the database and deploys
npm run deploy -- --check  ends after the check`;

/**
 * `npm run deploy`: checks production's configuration and the libraries' known vulnerabilities, builds, migrates the
 * database and deploys. The check and the migration read the secrets from the environment; the Worker has its own copies from
 * `wrangler secret put`.
 * `npm run deploy -- --check` ends after the check.
 */
async function main(): Promise<void> {
  const { values } = readArguments(USAGE, { options: { check: { type: 'boolean', default: false } } });
  // wrangler and zod take a second to load, which a mistyped option need not wait for.
  const { productionOf } = await import('./production-of.ts');
  const { parseConfig } = await import('../app/config.ts');
  const { prepareDatabase } = await import('./prepare-database.ts');
  const { vars, secrets: declared } = productionOf('wrangler.toml');
  const names: readonly string[] = declared?.required ?? [];
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    const lines = missing.map(
      (name) => `  ${name}: set it here, and once by \`wrangler secret put ${name} --env production\``,
    );
    throw new Error(`Deploying needs these secrets in the environment:\n${lines.join('\n')}`);
  }
  const secrets = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const config = parseConfig({ ...vars, ...secrets });
  refuseOpenIngresses(new URL(config.portal.url).hostname, config.clusters);
  const clusterTokens = config.clusters.map(({ id, token }) => [`CLUSTER_TOKENS.${id}`, token] as const);
  const tokens = { DATABASE_TOKEN: config.database.token ?? '', ...Object.fromEntries(clusterTokens) };
  for (const warning of refuseUnexpiringTokens(tokens, Date.now())) console.warn(warning);
  refuseUntestedVersions(readVersions());
  console.info('The configuration is valid.');
  if (values.check) return;

  console.info(await refuseVulnerableLibraries(runAudit(), askAtTerminal));
  buildIfChanged();
  // Last: until wrangler has replaced it, the Worker of before runs on the new schema.
  await prepareDatabase(config);
  console.info('The database is up to date.');
  const { status } = spawnSync('wrangler', ['deploy', '--env', 'production'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('wrangler could not deploy; it says why above.');
}

await runCommand(main);
