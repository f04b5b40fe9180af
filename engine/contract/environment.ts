import { workspaceKey } from '#app/crypto/workspace-key.ts';

/** Environment variables; `undefined` removes one. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const MASTER_KEY = 'workspace-master-key-of-the-contract';
export const WORKSPACE = 'ada';
export const WORKSPACE_ID = 'wks_contract';

/** The workspace's own key, derived from the portal's master key. */
export const SIGN_IN_KEY = workspaceKey(MASTER_KEY, WORKSPACE_ID, 'sign-in');

/** The environment that the portal gives a workspace's process (docs/cluster.md). */
export function environmentFor(portalUrl: string): Environment {
  return {
    GENERIC_TIMEZONE: 'Etc/UTC',
    N8N_DEPLOYMENT_TYPE: 'cloud',
    N8N_ENCRYPTION_KEY: 'encryption-key-of-the-contract-0000',
    WEFT_WORKSPACE: WORKSPACE,
    WEFT_WORKSPACE_ID: WORKSPACE_ID,
    WEFT_PORTAL_URL: portalUrl,
    WEFT_SIGN_IN_KEY: SIGN_IN_KEY,
  };
}
