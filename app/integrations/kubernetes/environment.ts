import type { WantedInstance } from '#app/domain/instance/wanted.ts';

/** n8n's own default. */
export const INSTANCE_PORT = 5678;

/**
 * What n8n is told by its environment: https://docs.n8n.io/hosting/configuration/environment-variables/
 *
 * @param retentionHours how long executions are kept.
 */
export function instanceEnvironment(
  wanted: WantedInstance,
  portal: { host: string; isSecure: boolean; url: string },
  retentionHours: number,
): Array<{ name: string; value: string }> {
  const host = `${wanted.name}.${portal.host}`;
  const url = `${portal.isSecure ? 'https' : 'http'}://${host}/`;
  return Object.entries({
    // Its own default is America/New_York.
    GENERIC_TIMEZONE: wanted.timezone,
    // A name alone: the port is in the addresses below.
    N8N_HOST: host.replace(/:\d+$/, ''),
    N8N_PORT: String(INSTANCE_PORT),
    N8N_PROTOCOL: portal.isSecure ? 'https' : 'http',
    N8N_EDITOR_BASE_URL: url,
    WEBHOOK_URL: url,
    DB_TYPE: 'sqlite',
    N8N_CONCURRENCY_PRODUCTION_LIMIT: String(wanted.limits.concurrentExecutions),
    EXECUTIONS_DATA_PRUNE: 'true',
    EXECUTIONS_DATA_MAX_AGE: String(retentionHours),
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: wanted.saveExecutions.successful ? 'all' : 'none',
    EXECUTIONS_DATA_SAVE_ON_ERROR: wanted.saveExecutions.failed ? 'all' : 'none',
    EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: String(wanted.saveExecutions.manual),
    N8N_DEPLOYMENT_TYPE: 'cloud',
    WEFT_WORKSPACE: wanted.name,
    WEFT_WORKSPACE_ID: wanted.workspaceId,
    WEFT_PORTAL_URL: portal.url,
    // Its hook file then serves the export alone and executes nothing (docs/cluster.md).
    ...(wanted.purpose === 'backup' ? { WEFT_PURPOSE: 'backup' } : {}),
  }).map(([name, value]) => ({ name, value }));
}
