/** What a workspace is told when it starts, from the environment of its container. */
export type RuntimeConfig = {
  port: number;
  dataDir: string;
  workspace: string;
  /** By which the portal knows it; a workspace of before it was told has none, and asks nothing. */
  workspaceId: string | undefined;
  version: string;
  timezone: string;
  portalUrl: string;
  signInKey: string;
  /** In `backup` it exports and does nothing else: its workspace is about to be deleted. */
  purpose: 'serve' | 'backup';
  /** How long the pretended migrations take after each start. */
  migrationMs: number;
};

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback?: number): number {
  const text = env[name] ?? fallback?.toString();
  const value = Number(text);
  if (text === undefined || text === '' || !Number.isInteger(value) || value < 0)
    throw new Error(`${name} is not a whole number`);
  return value;
}

/**
 * Reads the environment; the same names as n8n's where n8n has one. Throws an Error that names a bad variable.
 * Written by hand: a validation library would cost each workspace more memory than the rest of it.
 */
export function readConfig(env: NodeJS.ProcessEnv): RuntimeConfig {
  return {
    port: wholeNumber(env, 'N8N_PORT'),
    dataDir: required(env, 'DATA_DIR'),
    workspace: env.WEFT_WORKSPACE || env.N8N_HOST || 'workspace',
    workspaceId: env.WEFT_WORKSPACE_ID || undefined,
    version: env.N8N_VERSION || 'unknown',
    // n8n's own default: a product that forgets to set it shall see that here.
    timezone: env.GENERIC_TIMEZONE || 'America/New_York',
    portalUrl: (env.WEFT_PORTAL_URL || 'http://localhost:8787').replace(/\/$/, ''),
    signInKey: required(env, 'WEFT_SIGN_IN_KEY'),
    purpose: env.WEFT_PURPOSE === 'backup' ? 'backup' : 'serve',
    migrationMs: wholeNumber(env, 'WEFT_MIGRATION_MS', 1_500),
  };
}
