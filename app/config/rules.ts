import type { z } from 'zod';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { HUMAN_CHECK_MAX_GUESSES, type Variables } from './variables.ts';

type Issues = z.RefinementCtx;

/** Reports variables that contradict each other, or that production does not allow. */
export function checkRules(env: Variables, issues: Issues): void {
  for (const { id } of env.CLUSTERS) {
    if (env.CLUSTER_TOKENS[id] !== undefined) continue;
    const message = `has no token for the cluster ${id}`;
    issues.addIssue({ code: 'custom', path: ['CLUSTER_TOKENS'], message });
  }
  for (const id of Object.keys(env.CLUSTER_TOKENS)) {
    if (env.CLUSTERS.some((cluster) => cluster.id === id)) continue;
    const message = `has a token for ${id}, which is not in CLUSTERS`;
    issues.addIssue({ code: 'custom', path: ['CLUSTER_TOKENS'], message });
  }
  if (Boolean(env.TURNSTILE_SITE_KEY) !== Boolean(env.TURNSTILE_SECRET_KEY)) {
    issues.addIssue({
      code: 'custom',
      path: ['TURNSTILE_SITE_KEY'],
      message: 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY come together or not at all',
    });
  }
  if (env.ENVIRONMENT === 'production') checkProduction(env, issues);
}

function checkProduction(env: Variables, issues: Issues): void {
  for (const [path, url] of addressesOf(env)) {
    if (url.startsWith('https:')) continue;
    issues.addIssue({ code: 'custom', path, message: 'must be https in production' });
  }
  if (/^localhost[:/]/.test(env.ENGINE_IMAGE)) {
    issues.addIssue({
      code: 'custom',
      path: ['ENGINE_IMAGE'],
      message: 'must name the registry that clusters pull from',
    });
  }
  if (env.OFFERED_VERSIONS === 'feed') {
    issues.addIssue({
      code: 'custom',
      path: ['OFFERED_VERSIONS'],
      message: 'must be tested in production: feed offers versions that nobody has tried',
    });
  }
  if (env.HUMAN_CHECK_MAX_GUESSES < HUMAN_CHECK_MAX_GUESSES) {
    issues.addIssue({
      code: 'custom',
      path: ['HUMAN_CHECK_MAX_GUESSES'],
      message: `must be at least ${HUMAN_CHECK_MAX_GUESSES} in production`,
    });
  }
  if (env.PASSWORD_HASH_COST < PASSWORD_HASH_COST) {
    issues.addIssue({
      code: 'custom',
      path: ['PASSWORD_HASH_COST'],
      message: `must be at least ${PASSWORD_HASH_COST} in production`,
    });
  }
  if (env.OUTBOUND_TIMEOUT_FACTOR !== 1) {
    issues.addIssue({
      code: 'custom',
      path: ['OUTBOUND_TIMEOUT_FACTOR'],
      message: 'must be 1 in production: pages would wait for a provider that is down',
    });
  }
  if (env.SANDBOX_CLOCK_TOKEN) {
    issues.addIssue({
      code: 'custom',
      path: ['SANDBOX_CLOCK_TOKEN'],
      message: 'moves the time of a workspace and must not exist in production',
    });
  }
}

/** @returns every address that the product calls, with the variable that configures it. */
function addressesOf({ SANDBOX_URL: _, ...env }: Variables): Array<[Array<string | number>, string]> {
  return [
    ...Object.entries(env).flatMap(
      ([name, value]): Array<[string[], string]> =>
        name.endsWith('_URL') && typeof value === 'string' ? [[[name], value]] : [],
    ),
    ...env.CLUSTERS.flatMap(
      ({ apiUrl, ingressUrl }, index): Array<[Array<string | number>, string]> => [
        [['CLUSTERS', index, 'apiUrl'], apiUrl],
        [['CLUSTERS', index, 'ingressUrl'], ingressUrl],
      ],
    ),
  ];
}
