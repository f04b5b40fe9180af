import { z } from 'zod';
import { readCountedBefore } from './execution-log.ts';

/** The purpose of a workspace's process: to serve its people, its final backup, or a trial start of a restored copy. */
const purposes = ['serve', 'backup', 'rehearsal'] as const;

const environment = z.object({
  /** The workspace's own key, by which the portal and this process sign their calls to each other. */
  WEFT_SIGN_IN_KEY: z.string().min(32, 'has fewer than 32 characters'),
  WEFT_WORKSPACE: z.string().regex(/^[a-z0-9-]{1,63}$/, 'is not a workspace name'),
  WEFT_WORKSPACE_ID: z.string().regex(/^wks_[\w-]{1,64}$/, 'is not a workspace id'),
  WEFT_PORTAL_URL: z.url({ protocol: /^https?$/, error: 'is not an http or https address' }),
  WEFT_PURPOSE: z.enum(purposes, { error: `must be one of ${purposes.join(', ')}` }).default('serve'),
  WEFT_COUNTED: z.string().optional(),
  N8N_ENCRYPTION_KEY: z.string().min(1, 'is empty'),
  N8N_USER_FOLDER: z.string().optional(),
  N8N_EDITOR_BASE_URL: z.string().optional(),
  HOME: z.string().optional(),
});

/** The environment lacks a variable of the hook; the message is for the reader of the process's log. */
export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment';
}

/**
 * Reads the pod's environment (docs/cluster.md, "Start").
 * @throws BadEnvironment that names every missing or wrong variable; never with a value.
 */
export function readHookConfig(env: NodeJS.ProcessEnv) {
  const read = environment.safeParse(env);
  if (!read.success) {
    const wrong = read.error.issues.map(({ path: [name], code, message }) =>
      code === 'invalid_type' ? `${String(name)} is not set` : `${String(name)} ${message}`,
    );
    throw new BadEnvironment(`The workspace cannot start: ${wrong.join('; ')}.`);
  }
  const { WEFT_PORTAL_URL, N8N_USER_FOLDER, N8N_EDITOR_BASE_URL, HOME } = read.data;
  const folder = N8N_USER_FOLDER || HOME;
  if (!folder) throw new BadEnvironment('The workspace cannot start: N8N_USER_FOLDER and HOME are not set.');
  return {
    signInKey: read.data.WEFT_SIGN_IN_KEY,
    workspace: read.data.WEFT_WORKSPACE,
    workspaceId: read.data.WEFT_WORKSPACE_ID,
    /** Without a slash at its end. */
    portalUrl: WEFT_PORTAL_URL.replace(/\/+$/, ''),
    /** Of this workspace's pages; null if n8n's own address is not configured. */
    ownOrigin: N8N_EDITOR_BASE_URL ? new URL(N8N_EDITOR_BASE_URL).origin : null,
    purpose: read.data.WEFT_PURPOSE,
    /** Null unless the workspace went back to data from before an update. */
    counted: readCountedBefore(read.data.WEFT_COUNTED),
    /** The folder that outlives a restart. */
    dataFolder: `${folder}/.n8n`,
  };
}

export type HookConfig = ReturnType<typeof readHookConfig>;
