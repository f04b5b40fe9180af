import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Role } from '#app/domain/access/roles.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { SurveyAnswer } from '#app/domain/account/survey.ts';
import type { MailMessage } from '#app/domain/mail/messages.ts';

export interface NewInvitation {
  id: string;
  email: string;
  emailNormalized: string;
  role: Role;
  tokenHash: string;
  mail: MailMessage;
}

/** What the set-up writes; each method is one round trip and harmless to repeat. */
export interface OnboardingStore {
  saveSurvey(input: { now: number; accountId: string; userId: string; answer: SurveyAnswer }): Promise<void>;
  saveApps(input: { now: number; accountId: string; apps: readonly string[] }): Promise<void>;
  /** Writes what was not invited before, counts all against the throttle; past its limit nothing is written. */
  invite(input: {
    now: number;
    viewer: Viewer;
    client: ClientInfo;
    expiresAt: number;
    invitations: readonly NewInvitation[];
    throttleKey: string;
    throttle: ThrottleRule;
  }): Promise<{ attempts: number; windowEndsAt: number }>;
  skipInvitations(input: { now: number; accountId: string }): Promise<void>;
  markLaunched(input: { now: number; accountId: string }): Promise<void>;
}

export interface CatalogueApp {
  /** The node's technical name, such as `n8n-nodes-base.slack`. */
  name: string;
  displayName: string;
}

/** n8n's public catalogue of nodes. */
export interface Catalogue {
  /** @returns the apps in the order of spec §9; `isComplete` is false when only the built-in ones could be had. */
  apps(): Promise<{ apps: CatalogueApp[]; isComplete: boolean }>;
}
