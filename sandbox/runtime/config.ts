import { type CountedBefore, readCountedBefore } from '#engine/hook/execution-log.ts';

/** `backup` and `rehearsal` answer only the probes, the usage, the export and the check. */
const purposes = ['serve', 'backup', 'rehearsal'] as const;

/** A workspace's configuration, from the environment of its container. */
export type RuntimeConfig = {
  port: number;
  dataDir: string;
  workspace: string;
  /** The portal's id of the workspace. */
  workspaceId: string;
  version: string;
  timezone: string;
  /** Without a trailing slash. */
  portalUrl: string;
  signInKey: string;
  purpose: (typeof purposes)[number];
  /** Null for data that were never restored from before an update. */
  counted: CountedBefore | null;
  /** The duration of the simulated migrations after each start. */
  migrationMs: number;
};

/** The exit code of a process with an invalid environment: `EX_CONFIG` of sysexits. */
export const badEnvironmentExitCode = 78;

/** The environment is invalid. The message names each invalid variable, and no value. */
export class BadEnvironment extends Error {}

const minKeyLength = 32;

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Reads the environment, with n8n's names where n8n has one. Throws {@link BadEnvironment}. Written by hand: a validation
 * library would cost each workspace more memory than everything else.
 */
export function readConfig(env: NodeJS.ProcessEnv): RuntimeConfig {
  const wrong: string[] = [];
  const read = (name: string, isGood: (text: string) => boolean, what: string, fallback?: string) => {
    const text = env[name] || fallback;
    if (text === undefined) wrong.push(`${name} is not set`);
    else if (!isGood(text)) wrong.push(`${name} ${what}`);
    return text ?? '';
  };
  const wholeNumber = (name: string, fallback?: string) =>
    Number(read(name, (text) => /^\d+$/.test(text), 'is not a whole number', fallback));
  const config: RuntimeConfig = {
    port: wholeNumber('N8N_PORT'),
    // The sandbox sets the volume's path; standalone, the process uses n8n's folder.
    dataDir: read(env.DATA_DIR ? 'DATA_DIR' : 'N8N_USER_FOLDER', () => true, ''),
    workspace: read('WEFT_WORKSPACE', (text) => /^[a-z0-9-]{1,63}$/.test(text), 'is no workspace name'),
    workspaceId: read('WEFT_WORKSPACE_ID', (text) => /^wks_[\w-]{1,64}$/.test(text), 'is no workspace id'),
    version: env.N8N_VERSION || 'unknown',
    // n8n's own default, so that a product that forgets to set the timezone notices here.
    timezone: env.GENERIC_TIMEZONE || 'America/New_York',
    portalUrl: read('WEFT_PORTAL_URL', isHttpUrl, 'is no http or https address').replace(/\/+$/, ''),
    signInKey: read('WEFT_SIGN_IN_KEY', (text) => text.length >= minKeyLength, 'is too short'),
    purpose: purposes.find((purpose) => purpose === env.WEFT_PURPOSE) ?? 'serve',
    counted: readCountedBefore(env.WEFT_COUNTED),
    migrationMs: wholeNumber('WEFT_MIGRATION_MS', '1500'),
  };
  if (env.WEFT_PURPOSE && config.purpose !== env.WEFT_PURPOSE)
    wrong.push(`WEFT_PURPOSE must be one of ${purposes.join(', ')}`);
  if (wrong.length > 0) throw new BadEnvironment(`The workspace cannot start: ${wrong.join('; ')}.`);
  return config;
}
