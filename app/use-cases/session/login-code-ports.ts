import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';

/** Codes that bring a workspace's people to the portal; each method is one round trip. */
export interface LoginCodeStore {
  /** Writes a code for the member of this account with this e-mail, within the limit. */
  mint(input: {
    now: number;
    accountId: string;
    emailNormalized: string;
    codeHash: string;
    expiresAt: number;
    key: string;
    rule: ThrottleRule;
  }): Promise<{ attempts: number; windowEndsAt: number; isMinted: boolean }>;
  holder(codeHash: string): Promise<{ userId: string; email: string } | null>;
  /** @returns whether it signed in: the code was good, and the browser is known to its person. */
  redeem(input: {
    now: number;
    tokenHash: string;
    redemptionId: string;
    sessionTokenHash: string;
    deviceTokenHash: string;
    endsTokenHash: string | null;
    client: ClientInfo;
  }): Promise<boolean>;
}
