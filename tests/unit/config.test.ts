import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from '#app/config.ts';

const cluster = {
  id: 'eu-1',
  region: 'eu',
  apiUrl: 'https://eu-1.cluster.weft.example',
  namespace: 'weft-workspaces',
  ingressUrl: 'https://{service}.eu-1.cluster.weft.example',
  capacityMib: 1024,
};

/** A valid production configuration. */
const production = {
  ENVIRONMENT: 'production',
  PORTAL_URL: 'https://weft.example',
  DATABASE_URL: 'https://weft-cloud.example.turso.io',
  DATABASE_TOKEN: 'database-token',
  MAIL_URL: 'https://api.resend.example',
  MAIL_KEY: 'mail-key',
  MAIL_FROM: 'Weft Cloud <hello@weft.example>',
  SUPPORT_EMAIL: 'support@weft.example',
  CLUSTERS: JSON.stringify([cluster]),
  CLUSTER_TOKENS: JSON.stringify({ 'eu-1': 'cluster-token' }),
  ENGINE_IMAGE: 'registry.weft.example/n8n',
  CATALOGUE_URL: 'https://api.n8n.example/graphql',
  VERSION_FEED_URL: 'https://api.n8n.example/api/versions',
  BREACHED_PASSWORDS_URL: 'https://api.pwnedpasswords.example',
  WORKSPACE_MASTER_KEY: 'm'.repeat(32),
  SECOND_FACTOR_KEY: 's'.repeat(32),
  HUMAN_CHECK_KEY: 'h'.repeat(32),
  PADDLE_API_URL: 'https://api.paddle.example',
  PADDLE_API_KEY: 'paddle-key',
  PADDLE_CLIENT_TOKEN: 'paddle-token',
  PADDLE_JS_URL: 'https://cdn.paddle.example/paddle.js',
  PADDLE_WEBHOOK_SECRET: 'p'.repeat(32),
};

/** @returns the lines of the refusal, one per bad variable. */
function refusalOf(source: object): string[] {
  try {
    parseConfig(source);
  } catch (error) {
    return String(error).split('\n').slice(1);
  }
  throw new Error('It was accepted.');
}

test('production by https, without the sandbox, is accepted', () => {
  const config = parseConfig(production);
  expect(config.portal.isSecure).toBe(true);
  expect(config.sandbox).toBeUndefined();
  expect(Object.isFrozen(config)).toBe(true);
});

test.each([
  'PORTAL_URL',
  'DATABASE_URL',
  'MAIL_URL',
  'CATALOGUE_URL',
  'VERSION_FEED_URL',
  'BREACHED_PASSWORDS_URL',
  'TURNSTILE_VERIFY_URL',
  'PADDLE_API_URL',
  'PADDLE_JS_URL',
])('production refuses an http address: %s', (name) => {
  expect(refusalOf({ ...production, [name]: 'http://plain.example' })).toEqual([
    `  ${name}: must be https in production`,
  ]);
});

test.each(['apiUrl', 'ingressUrl'])('production refuses a cluster that is reached by http: %s', (name) => {
  const clusters = [cluster, { ...cluster, id: 'eu-2', [name]: 'http://{service}.plain.example' }];
  const source = {
    ...production,
    CLUSTERS: JSON.stringify(clusters),
    CLUSTER_TOKENS: JSON.stringify({ 'eu-1': 'one', 'eu-2': 'two' }),
  };
  expect(refusalOf(source)).toContain(`  CLUSTERS.1.${name}: must be https in production`);
});

test('production refuses the token that moves the sandbox’s time, and the sandbox accepts it', () => {
  const source = { ...production, SANDBOX_CLOCK_TOKEN: 'c'.repeat(32) };
  expect(refusalOf(source)).toEqual([expect.stringMatching(/^ {2}SANDBOX_CLOCK_TOKEN: .*production$/)]);
  const sandbox = parseConfig({ ...source, ENVIRONMENT: 'sandbox', PORTAL_URL: 'http://localhost:8787' });
  expect(sandbox.sandbox?.clockToken).toBe('c'.repeat(32));
});

test('production refuses longer timeouts than the spec’s, and the sandbox accepts them', () => {
  const source = { ...production, OUTBOUND_TIMEOUT_FACTOR: '20' };
  expect(refusalOf(source)).toEqual([
    '  OUTBOUND_TIMEOUT_FACTOR: must be 1 in production: pages would wait for a provider that is down',
  ]);
  const sandbox = parseConfig({ ...source, ENVIRONMENT: 'sandbox', PORTAL_URL: 'http://localhost:8787' });
  expect(sandbox.outboundTimeoutFactor).toBe(20);
  expect(parseConfig(production).outboundTimeoutFactor).toBe(1);
});

test('production refuses a password hash that costs less than the design’s, and the sandbox accepts it', () => {
  const source = { ...production, PASSWORD_HASH_COST: '16384' };
  expect(refusalOf(source)).toEqual(['  PASSWORD_HASH_COST: must be at least 32768 in production']);
  const sandbox = parseConfig({ ...source, ENVIRONMENT: 'sandbox', PORTAL_URL: 'http://localhost:8787' });
  expect(sandbox.passwordHashCost).toBe(16_384);
  expect(parseConfig(production).passwordHashCost).toBe(32_768);
  expect(refusalOf({ ...production, PASSWORD_HASH_COST: '40000' })).toEqual([
    '  PASSWORD_HASH_COST: must be a power of two',
  ]);
});

test('production refuses a human check that costs less than the usual one, and the sandbox accepts it', () => {
  const source = { ...production, HUMAN_CHECK_MAX_GUESSES: '2999' };
  expect(refusalOf(source)).toEqual(['  HUMAN_CHECK_MAX_GUESSES: must be at least 3000 in production']);
  const sandbox = parseConfig({ ...source, ENVIRONMENT: 'sandbox', PORTAL_URL: 'http://localhost:8787' });
  expect(sandbox.humanCheck).toMatchObject({ kind: 'altcha', maxGuesses: 2_999 });
  expect(parseConfig(production).humanCheck).toMatchObject({ kind: 'altcha', maxGuesses: 3_000 });
});

test.each(['WORKSPACE_MASTER_KEY', 'SECOND_FACTOR_KEY', 'HUMAN_CHECK_KEY', 'PADDLE_WEBHOOK_SECRET'])(
  'a secret that could be guessed is refused: %s',
  (name) => {
    expect(refusalOf({ ...production, [name]: 'short' })).toEqual([expect.stringContaining(`  ${name}: `)]);
    expect(refusalOf({ ...production, [name]: undefined })).toEqual([expect.stringContaining(`  ${name}: `)]);
  },
);

test.each([
  'PADDLE_API_URL',
  'PADDLE_API_KEY',
  'PADDLE_CLIENT_TOKEN',
  'PADDLE_JS_URL',
  'PADDLE_WEBHOOK_SECRET',
])('refuses to deploy without %s', (name) => {
  for (const value of [undefined, '']) {
    const names = refusalOf({ ...production, [name]: value }).map((line) => line.trim().split(':')[0]);
    expect(new Set(names)).toEqual(new Set([name]));
  }
});

test('accepts both webhook secrets during a rotation', () => {
  const both = `${'a'.repeat(32)}, ${'b'.repeat(32)}`;
  const { paddle } = parseConfig({ ...production, PADDLE_WEBHOOK_SECRET: both });
  expect(paddle.webhookSecrets).toEqual(both.split(', '));
});

test.each([`${'a'.repeat(32)},`, `,${'a'.repeat(32)}`, `${'a'.repeat(32)},short`, 'a,'.repeat(20)])(
  'refuses a list of webhook secrets of which one could be guessed: %s',
  (secrets) => {
    expect(refusalOf({ ...production, PADDLE_WEBHOOK_SECRET: secrets })).toEqual([
      '  PADDLE_WEBHOOK_SECRET: must be a secret of at least 32 characters, or two of these with a comma',
    ]);
  },
);

test('a refusal names variables and no secret', () => {
  const refusal = refusalOf({
    ...production,
    HUMAN_CHECK_KEY: 'hunter2',
    DATABASE_URL: 'http://plain.example',
  });
  expect(refusal.join('\n')).not.toContain('hunter2');
});

test('the addresses that wrangler.toml has for production are https', () => {
  const toml = readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8');
  const variables = toml.split('[env.production.vars]')[1]?.split('\n[[')[0] ?? '';
  const addresses = variables.match(/\bhttps?:\/\/[^"'\s]+/g) ?? [];
  expect(addresses.length).toBeGreaterThanOrEqual(7);
  expect(addresses.filter((address) => !address.startsWith('https:'))).toEqual([]);
});

test('flags and analytics are off unless configured, and an invalid value is reported', () => {
  const off = parseConfig(production);
  expect(off.featureFlags).toEqual({});
  expect(off.analytics).toEqual({ url: null, tagManagerUrl: null });
  const on = parseConfig({
    ...production,
    FEATURE_FLAGS: '{"026_easy_ai_workflow":"variant"}',
    ANALYTICS_URL: 'https://count.weft.example/events',
    TAG_MANAGER_URL: 'https://tags.weft.example/gtm.js',
  });
  expect(on.featureFlags).toEqual({ '026_easy_ai_workflow': 'variant' });
  expect(on.analytics).toEqual({
    url: 'https://count.weft.example/events',
    tagManagerUrl: 'https://tags.weft.example/gtm.js',
  });
  const flags = (FEATURE_FLAGS: string) => refusalOf({ ...production, FEATURE_FLAGS });
  expect(flags('{"brand_new":true,"older":1}')).toEqual([
    '  FEATURE_FLAGS: has no such flag: brand_new, older',
  ]);
  expect(flags('{"page_analytics":"yes"}')).toEqual([
    expect.stringContaining('  FEATURE_FLAGS.page_analytics: '),
  ]);
  expect(flags('page_analytics')).toEqual(['  FEATURE_FLAGS: must be JSON']);
  for (const name of ['ANALYTICS_URL', 'TAG_MANAGER_URL']) {
    expect(refusalOf({ ...production, [name]: 'http://plain.example' })).toEqual([
      `  ${name}: must be https in production`,
    ]);
  }
});

test('workspaces can be changed unless that is switched off, in plain words', () => {
  expect(parseConfig(production).areOperationsDisabled).toBe(false);
  expect(parseConfig({ ...production, OPERATIONS_DISABLED: '' }).areOperationsDisabled).toBe(false);
  expect(parseConfig({ ...production, OPERATIONS_DISABLED: 'false' }).areOperationsDisabled).toBe(false);
  expect(parseConfig({ ...production, OPERATIONS_DISABLED: 'true' }).areOperationsDisabled).toBe(true);
  expect(parseConfig(production).firstByteTimeoutMs).toBe(100_000);
  expect(parseConfig({ ...production, WORKSPACE_FIRST_BYTE_TIMEOUT_MS: '600000' }).firstByteTimeoutMs).toBe(
    600_000,
  );
  for (const bad of ['0', '-1', 'soon', '1.5', '600001'])
    expect(refusalOf({ ...production, WORKSPACE_FIRST_BYTE_TIMEOUT_MS: bad })).toEqual([
      expect.stringContaining('  WORKSPACE_FIRST_BYTE_TIMEOUT_MS: '),
    ]);
  expect(refusalOf({ ...production, OPERATIONS_DISABLED: 'yes' })).toEqual([
    expect.stringContaining('  OPERATIONS_DISABLED: '),
  ]);
});

test('production offers tested versions, and refuses all of the feed', () => {
  expect(parseConfig(production).offeredVersions).toBe('tested');
  expect(parseConfig({ ...production, OFFERED_VERSIONS: 'tested' }).offeredVersions).toBe('tested');
  expect(refusalOf({ ...production, OFFERED_VERSIONS: 'feed' })).toEqual([
    '  OFFERED_VERSIONS: must be tested in production: feed offers versions that no one has tried',
  ]);
  expect(
    parseConfig({ ...production, ENVIRONMENT: 'sandbox', OFFERED_VERSIONS: 'feed' }).offeredVersions,
  ).toBe('feed');
  expect(refusalOf({ ...production, OFFERED_VERSIONS: 'all' })).toEqual([
    expect.stringContaining('OFFERED_VERSIONS'),
  ]);
});

test.each([
  ['none', undefined, 'must name the registry that clusters pull from'],
  ['an empty one', '', 'must name the registry that clusters pull from'],
  ['on this machine', 'localhost:5000/n8n', 'must name the registry that clusters pull from'],
  ['with a tag', 'registry.weft.example/n8n:2.41.1', 'must be {registry}/{name}, without a tag'],
  [
    'with a digest',
    `registry.weft.example/n8n@sha256:${'a'.repeat(64)}`,
    'must be {registry}/{name}, without a tag',
  ],
  ['a name without a registry', 'n8n', 'must be {registry}/{name}, without a tag'],
])('production refuses an image repository that is %s', (_what, image, words) => {
  expect(refusalOf({ ...production, ENGINE_IMAGE: image })).toEqual([`  ENGINE_IMAGE: ${words}`]);
});

test.each(['registry.weft.example/n8n', 'registry.weft.example:5000/team/weft-n8n'])(
  'workspaces run images of %s',
  (image) => {
    expect(parseConfig({ ...production, ENGINE_IMAGE: image }).engineImage).toBe(image);
  },
);
