import type { KeyRing } from '#app/crypto/key-ring.ts';
import type { CloudCaller, CloudPurpose } from '#app/domain/access/cloud-caller.ts';
import type { RelyingParty } from '#app/domain/access/second-factor.ts';
import type { BillingProvider } from '#app/domain/billing/provider-port.ts';
import type { ClusterOffer } from '#app/domain/instance/clusters.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { BreachedPasswords } from '#app/integrations/breached-passwords/pwned-passwords.ts';
import type { Catalogue } from '#app/integrations/catalogue/n8n-catalogue.ts';
import type { HumanCheckVerifier } from '#app/integrations/human-check/human-check.ts';
import type { LogDroppedMail } from '#app/integrations/mail/log-dropped-mail.ts';
import type { Mailer } from '#app/integrations/mail/resend.ts';
import type { Releases } from '#app/integrations/releases/n8n-releases.ts';
import type { BackupFiles } from '#app/use-cases/backups/backup-files.ts';
import type { AttachmentStore } from '#app/use-cases/support/attachment-store.ts';
import type { Stores } from '#db/stores.ts';
import type { Passwords } from './passwords.ts';
import type { WorkspaceObjects } from './workspace/rpc.ts';

/** Dependencies of all use cases, composed per request; each use case declares the ones it needs. */
export interface Services extends Stores {
  clock: Clock;
  billingProvider: BillingProvider;
  secondFactorKeys: KeyRing;
  relyingParty: RelyingParty;
  /** @returns the caller; null unless the credential is genuine, for this purpose and not expired. @param asked.now UTC ms. */
  verifyCloudCredential(
    credential: string,
    asked: { purpose: CloudPurpose; now: number },
  ): Promise<CloudCaller | null>;
  /** @returns the workspace and the person of a token; null for an invalid one. @param asked.now UTC ms. */
  verifyLoginCodeToken(
    token: string,
    asked: { now: number; idOf(name: string): Promise<string | null> },
  ): Promise<{ workspaceId: string; email: string } | null>;
  logDroppedMail: LogDroppedMail;
  humanCheck: HumanCheckVerifier;
  passwords: Passwords;
  breachedPasswords: BreachedPasswords;
  mailer: Mailer;
  catalogue: Catalogue;
  workspaceObject: WorkspaceObjects;
  releases: Releases;
  /** @returns the final backup that a token opens; null for any token but a genuine one. */
  readFinalBackupToken(token: string): { workspaceId: string; incarnation: number } | null;
  backupFiles: BackupFiles;
  attachments: AttachmentStore;
  /** The address of support's inbox. */
  supportEmail: string;
  /** The configured clusters, where workspaces can run. */
  clusters: readonly ClusterOffer[];
}
