import type { z } from 'zod';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { HUMAN_CHECK_MAX_GUESSES, type Variables } from './variables.ts';

type Path = Array<string | number>;
type Problems = Generator<[variable: keyof Variables | Path, message: string]>;

/** Reports variables that contradict each other, or that production does not allow. */
export function checkRules(env: Variables, issues: z.RefinementCtx): void {
  const forbidden = env.ENVIRONMENT === 'production' ? forbiddenIn(env) : [];
  for (const [variable, message] of [...contradictionsIn(env), ...forbidden])
    issues.addIssue({ code: 'custom', path: [variable].flat(), message });
}

function* contradictionsIn(env: Variables): Problems {
  for (const { id } of env.CLUSTERS)
    if (env.CLUSTER_TOKENS[id] === undefined) yield ['CLUSTER_TOKENS', `has no token for the cluster ${id}`];
  for (const id of Object.keys(env.CLUSTER_TOKENS))
    if (!env.CLUSTERS.some((cluster) => cluster.id === id))
      yield ['CLUSTER_TOKENS', `has a token for ${id}, which is not in CLUSTERS`];
  if (Boolean(env.TURNSTILE_SITE_KEY) !== Boolean(env.TURNSTILE_SECRET_KEY))
    yield ['TURNSTILE_SITE_KEY', 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY come together or not at all'];
}

function* forbiddenIn(env: Variables): Problems {
  for (const [path, url] of addressesOf(env))
    if (!url.startsWith('https:')) yield [path, 'must be https in production'];
  if (/^localhost[:/]/.test(env.ENGINE_IMAGE))
    yield ['ENGINE_IMAGE', 'must name the registry that clusters pull from'];
  if (env.OFFERED_VERSIONS === 'feed')
    yield ['OFFERED_VERSIONS', 'must be tested in production: feed offers versions that no one has tried'];
  if (env.HUMAN_CHECK_MAX_GUESSES < HUMAN_CHECK_MAX_GUESSES)
    yield ['HUMAN_CHECK_MAX_GUESSES', `must be at least ${HUMAN_CHECK_MAX_GUESSES} in production`];
  if (env.PASSWORD_HASH_COST < PASSWORD_HASH_COST)
    yield ['PASSWORD_HASH_COST', `must be at least ${PASSWORD_HASH_COST} in production`];
  if (env.OUTBOUND_TIMEOUT_FACTOR !== 1)
    yield [
      'OUTBOUND_TIMEOUT_FACTOR',
      'must be 1 in production: pages would wait for a provider that is down',
    ];
  if (env.SANDBOX_CLOCK_TOKEN)
    yield ['SANDBOX_CLOCK_TOKEN', 'moves the time of a workspace and must not exist in production'];
}

/** @returns every address that the product calls, with the variable that configures it. */
function* addressesOf({ SANDBOX_URL: _, ...env }: Variables): Generator<[Path, string]> {
  for (const [name, value] of Object.entries(env))
    if (name.endsWith('_URL') && typeof value === 'string') yield [[name], value];
  for (const [index, { apiUrl, ingressUrl }] of env.CLUSTERS.entries()) {
    yield [['CLUSTERS', index, 'apiUrl'], apiUrl];
    yield [['CLUSTERS', index, 'ingressUrl'], ingressUrl];
  }
}
