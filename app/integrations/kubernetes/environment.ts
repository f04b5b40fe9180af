import type { InstanceFacts } from '#app/domain/instance/state.ts';

/** n8n's own default. */
export const INSTANCE_PORT = 5678;

/**
 * What n8n is told by its environment: https://docs.n8n.io/hosting/configuration/environment-variables/
 *
 * @param retentionHours how long executions are kept.
 */
export function instanceEnvironment(
  facts: InstanceFacts,
  portal: { host: string; isSecure: boolean; url: string },
  retentionHours: number,
): Array<{ name: string; value: string }> {
  const host = `${facts.name}.${portal.host}`;
  const url = `${portal.isSecure ? 'https' : 'http'}://${host}/`;
  return Object.entries({
    // Its own default is America/New_York.
    GENERIC_TIMEZONE: facts.timezone,
    // A name alone: the port is in the addresses below.
    N8N_HOST: host.replace(/:\d+$/, ''),
    N8N_PORT: String(INSTANCE_PORT),
    N8N_PROTOCOL: portal.isSecure ? 'https' : 'http',
    N8N_EDITOR_BASE_URL: url,
    WEBHOOK_URL: url,
    DB_TYPE: 'sqlite',
    N8N_CONCURRENCY_PRODUCTION_LIMIT: String(facts.limits.concurrentExecutions),
    EXECUTIONS_DATA_PRUNE: 'true',
    EXECUTIONS_DATA_MAX_AGE: String(retentionHours),
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
    EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
    EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'true',
    N8N_DEPLOYMENT_TYPE: 'cloud',
    WEFT_WORKSPACE: facts.name,
    WEFT_PORTAL_URL: portal.url,
  }).map(([name, value]) => ({ name, value }));
}
