import type { WantedInstance } from '#app/domain/instance/wanted.ts';
import { heapSizes } from './memory.ts';

/** n8n's own default. */
export const INSTANCE_PORT = 5678;
/** The home of the image's user; n8n's data is in its folder `.n8n`. */
export const USER_FOLDER = '/home/node';
/** Grace period of running executions at a shutdown. */
export const SHUTDOWN_SECONDS = 30;

/** Maximum concurrent Code nodes in the task runner; n8n's own default. */
const MAX_RUNNER_TASKS = 10;

/** Modules that a hosted workspace lacks. Each exists in every version of engine/versions.json: n8n refuses unknown ones. */
const disabledModules = [
  // These two call services of n8n's own.
  'instance-ai',
  'mcp-registry',
  // Sign-in methods other than the portal.
  'ldap',
  'provisioning',
  'sso-oidc',
  'sso-saml',
  'token-exchange',
];

/** Nodes that run commands or watch files: they would read the workspace's keys. n8n's own default since 2.0. */
const excludedNodes = ['n8n-nodes-base.executeCommand', 'n8n-nodes-base.localFileTrigger'];

/** The same for every workspace; docs/engine.md, "Settings", gives the reasons. */
const fixed = {
  NODE_ENV: 'production',
  N8N_PORT: String(INSTANCE_PORT),
  N8N_USER_FOLDER: USER_FOLDER,
  N8N_DEPLOYMENT_TYPE: 'cloud',
  DB_TYPE: 'sqlite',
  // Uploads and downloads go through files, not through the heap.
  N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
  N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(SHUTDOWN_SECONDS),
  // The ingress; the gateway replaces the X-Forwarded- headers.
  N8N_PROXY_HOPS: '1',
  EXECUTIONS_DATA_PRUNE: 'true',
  // Our part of it (docs/cluster.md, "The contract").
  EXTERNAL_HOOK_FILES: '/opt/weft/hook.cjs',
  EXTERNAL_FRONTEND_HOOKS_URLS: '/weft/editor.js',
  // Features owned by the portal.
  N8N_DISABLED_MODULES: disabledModules.join(','),
  N8N_HIDE_USAGE_PAGE: 'true',
  N8N_MFA_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  // Their code could read the workspace's keys, and installing one needs more memory than a small plan has.
  N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
  N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'true',
  NODES_EXCLUDE: JSON.stringify(excludedNodes),
  N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
  N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
  // Disables outbound calls that no workflow makes.
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
} as const;

/** n8n's configuration: https://docs.n8n.io/hosting/configuration/environment-variables/ */
export function instanceEnvironment(
  wanted: WantedInstance,
  portal: { host: string; isSecure: boolean; url: string },
  retentionHours: number,
): Array<{ name: string; value: string }> {
  const host = `${wanted.name}.${portal.host}`;
  const url = `${portal.isSecure ? 'https' : 'http'}://${host}/`;
  const { concurrentExecutions, memoryMib } = wanted.limits;
  const { mainMib, runnerMib } = heapSizes(memoryMib);
  const { claim, counted } = wanted.storage;
  return Object.entries({
    ...fixed,
    // Its own default is America/New_York.
    GENERIC_TIMEZONE: wanted.timezone,
    // Only a host name: the port is in the addresses below.
    N8N_HOST: host.replace(/:\d+$/, ''),
    N8N_PROTOCOL: portal.isSecure ? 'https' : 'http',
    N8N_SECURE_COOKIE: String(portal.isSecure),
    N8N_EDITOR_BASE_URL: url,
    N8N_WEBHOOK_URL: url,
    // The name of it before 2.40.
    WEBHOOK_URL: url,
    NODE_OPTIONS: `--max-old-space-size=${mainMib}`,
    // The task runner gets a separate environment, without NODE_OPTIONS.
    N8N_RUNNERS_MAX_OLD_SPACE_SIZE: String(runnerMib),
    N8N_RUNNERS_MAX_CONCURRENCY: String(Math.min(concurrentExecutions, MAX_RUNNER_TASKS)),
    N8N_CONCURRENCY_PRODUCTION_LIMIT: String(concurrentExecutions),
    EXECUTIONS_DATA_MAX_AGE: String(retentionHours),
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: wanted.saveExecutions.successful ? 'all' : 'none',
    EXECUTIONS_DATA_SAVE_ON_ERROR: wanted.saveExecutions.failed ? 'all' : 'none',
    EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: String(wanted.saveExecutions.manual),
    WEFT_WORKSPACE: wanted.name,
    WEFT_WORKSPACE_ID: wanted.workspaceId,
    WEFT_PORTAL_URL: portal.url,
    // The counter that the claim's data is raised to, once.
    ...(counted && { WEFT_COUNTED: `${claim}/${counted.month}/${counted.executions}` }),
    // The hook file then refuses all requests of people (docs/cluster.md).
    ...(wanted.purpose !== 'serve' && { WEFT_PURPOSE: wanted.purpose }),
    // Agents run their tasks and answer chats by themselves. A rehearsal has none.
    ...(wanted.purpose === 'backup' && { N8N_DISABLED_MODULES: [...disabledModules, 'agents'].join(',') }),
  }).map(([name, value]) => ({ name, value }));
}
