import type { ThrottleRule } from '#app/domain/access/throttle-rules.ts';
import type { ViewerState } from '#app/domain/access/viewer.ts';
import type { ClientInfo } from '../client-info.ts';

interface SignInCandidate {
  userId: string;
  accountId: string;
  passwordHash: string;
}

/** Sessions in the database; each method is one round trip. */
export interface SessionStore {
  /** Reads the session, its person, account, plan and workspace. */
  viewer(tokenHash: string, now: number): Promise<ViewerState>;
  /** Counts an attempt on the account and from the address, and finds whom the login names. */
  attempt(input: {
    now: number;
    login: string;
    emailNormalized: string;
    accountKey: string;
    addressKey: string;
    perAccount: ThrottleRule;
    perAddress: ThrottleRule;
  }): Promise<{
    account: { attempts: number; windowEndsAt: number };
    address: { attempts: number; windowEndsAt: number };
    candidate: SignInCandidate | null;
  }>;
  /** @param input.forgiveKey a counter to clear, since the attempt it counted was right. */
  create(input: {
    now: number;
    tokenHash: string;
    userId: string;
    accountId: string;
    client: ClientInfo;
    forgiveKey?: string;
  }): Promise<void>;
  touch(tokenHash: string, now: number): Promise<void>;
  end(tokenHash: string): Promise<void>;
}
