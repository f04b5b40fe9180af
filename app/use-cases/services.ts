import type { ClusterOffer } from '#app/domain/instance/clusters.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { BackupFiles, WorkspaceBackups } from './backups/ports.ts';
import type { BillingProvider, BillingStore } from './billing/ports.ts';
import type { CloudStore, VerifyCloudCredential } from './cloud/ports.ts';
import type { InvitationStore } from './invitation/ports.ts';
import type { MaintenanceStore } from './maintenance/ports.ts';
import type { ActivityStore, MemberStore } from './members/ports.ts';
import type { Catalogue, OnboardingStore } from './onboarding/ports.ts';
import type { SurveyStore } from './onboarding/survey-ports.ts';
import type { LogDroppedMail, Mailer, OutboxStore } from './outbox/ports.ts';
import type { CredentialStore, RecoveryStore } from './recovery/ports.ts';
import type { PersonStore } from './registration/person-ports.ts';
import type { HumanCheck, RegistrationStore } from './registration/ports.ts';
import type { LoginCodeStore } from './session/login-code-ports.ts';
import type { SessionStore } from './session/ports.ts';
import type { AttachmentStore, TicketStore } from './support/ports.ts';
import type { ThrottleStore } from './throttle/ports.ts';
import type { ApiTokenStore } from './tokens/ports.ts';
import type { WorkspaceListStore } from './workspace/list-ports.ts';
import type { Instances, Releases, WorkspaceStore } from './workspace/ports.ts';

/** Everything a use case may need; each names the part it takes. The composition of a request builds it. */
export interface Services {
  clock: Clock;
  registrations: RegistrationStore;
  people: PersonStore;
  sessions: SessionStore;
  apiTokens: ApiTokenStore;
  billing: BillingStore;
  billingProvider: BillingProvider;
  loginCodes: LoginCodeStore;
  recovery: RecoveryStore;
  credentials: CredentialStore;
  members: MemberStore;
  activity: ActivityStore;
  onboarding: OnboardingStore;
  surveys: SurveyStore;
  invitations: InvitationStore;
  workspaces: WorkspaceStore;
  workspaceList: WorkspaceListStore;
  cloud: CloudStore;
  verifyCloudCredential: VerifyCloudCredential;
  throttles: ThrottleStore;
  outbox: OutboxStore;
  logDroppedMail: LogDroppedMail;
  maintenance: MaintenanceStore;
  humanCheck: HumanCheck;
  mailer: Mailer;
  catalogue: Catalogue;
  instances: Instances;
  releases: Releases;
  backups: WorkspaceBackups;
  backupFiles: BackupFiles;
  tickets: TicketStore;
  attachments: AttachmentStore;
  /** Where support reads its mail. */
  supportEmail: string;
  /** Where workspaces may run, as the configuration lists it. */
  clusters: readonly ClusterOffer[];
}
