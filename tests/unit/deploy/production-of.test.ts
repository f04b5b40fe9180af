import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { parseConfig } from '#app/config.ts';
import { productionOf } from '#scripts/production-of.ts';

const config = new URL('../../../wrangler.toml', import.meta.url).pathname;
const toml = readFileSync(config, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'weft-wrangler-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns the path of a wrangler.toml in which `to` replaces `from`. */
function changeConfig(from: string, to: string): string {
  expect(toml).toContain(from);
  const path = join(folder, 'wrangler.toml');
  writeFileSync(path, toml.replace(from, to));
  return path;
}

test('a deployment without an environment takes neither the name nor the routes of production', () => {
  const production = productionOf(config);
  const unnamed = readWranglerConfig({ config });
  expect(production).toMatchObject({ name: 'weft-cloud', vars: { ENVIRONMENT: 'production' } });
  expect(unnamed).toMatchObject({ name: 'weft-cloud-sandbox', vars: { ENVIRONMENT: 'sandbox' } });
  expect(unnamed.routes ?? []).toEqual([]);
  // Production declares every binding itself and inherits nothing from the sandbox.
  expect(Object.keys(production.vars).sort()).toEqual(Object.keys(unnamed.vars).sort());
});

test('production declares every secret that the Worker needs, so that wrangler refuses to deploy without it', () => {
  const { vars, secrets } = productionOf(config);
  const required: readonly string[] = secrets?.required ?? [];
  const exampleOf = (name: string) =>
    name === 'CLUSTER_TOKENS' ? '{"eu-1": "token"}' : name.padEnd(32, '-');
  const values = Object.fromEntries(required.map((name) => [name, exampleOf(name)]));
  expect(parseConfig({ ...vars, ...values }).database.token).toBe(values.DATABASE_TOKEN);
});

test.each([
  ['one name', 'name = "weft-cloud-sandbox"', 'name = "weft-cloud"', /is also the name/],
  [
    'production’s variables at the top',
    'ENVIRONMENT = "sandbox"',
    'ENVIRONMENT = "production"',
    /no other environment can have it/,
  ],
  [
    'the sandbox’s variables in production',
    'ENVIRONMENT = "production"',
    'ENVIRONMENT = "sandbox"',
    /\[env.production.vars\] must have ENVIRONMENT = "production"/,
  ],
  [
    'a route at the top',
    '[vars]',
    '[[routes]]\npattern = "weft.example/*"\nzone_name = "weft.example"\n\n[vars]',
    /can have routes/,
  ],
])('refuses to deploy with %s', (_, from, to, reason) => {
  expect(() => productionOf(changeConfig(from, to))).toThrow(reason);
});
