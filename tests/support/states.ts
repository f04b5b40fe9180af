import type { Role } from '#app/domain/access/roles.ts';
import type { OnboardingStep } from '#app/domain/account/onboarding.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import type { Db } from '#db/database.ts';
import { type AccountRows, LONG_AGO, newAccount, newMember, newSession, write } from './account-rows.ts';
import { newApp, requireFactor } from './factor-rows.ts';
import { PortalClient, type TestPortal } from './portal-client.ts';

/** The states of a person who calls the portal. */
export interface State {
  readonly name: string;
  /** `dead`: it exists but signs no one in. `due`: its second factor is still to be proved. */
  readonly cookie: 'none' | 'dead' | 'due' | 'live';
  /** Their account requires a second factor, and they have none. */
  readonly owesFactor?: true;
  readonly role: Role;
  /** The account's next step of the setup; null once it is complete. */
  readonly accountStep: OnboardingStep | null;
  /** This person's next step: only the owner sets up an account, so a teammate has none. */
  readonly step: OnboardingStep | null;
  readonly subscription: BillingStatus | null;
}

export const states: readonly State[] = [
  stranger('anonymous', 'none'),
  stranger('garbage cookie', 'dead'),
  stranger('truncated cookie', 'dead'),
  stranger('unknown session', 'dead'),
  stranger('expired session', 'dead'),
  member('unconfirmed', 'owner', { step: 'confirm-email' }),
  member('before the survey', 'owner', { step: 'survey' }),
  member('before the apps', 'owner', { step: 'apps' }),
  member('before the invitations', 'owner', { step: 'invite' }),
  member('before the launch', 'owner', { step: 'launch' }),
  member('trialing owner', 'owner', {}),
  member('active owner', 'owner', { subscription: 'active' }),
  member('past due owner', 'owner', { subscription: 'past_due' }),
  member('paused owner', 'owner', { subscription: 'paused' }),
  member('deleted owner', 'owner', { subscription: 'deleted' }),
  member('billing member', 'billing', {}),
  member('operator', 'operator', {}),
  member('member', 'member', {}),
  member('billing member of a paying account', 'billing', { subscription: 'active' }),
  member('operator of a paying account', 'operator', { subscription: 'active' }),
  member('member of an account before its survey', 'member', { step: 'survey' }),
  stranger('second factor due', 'due'),
  { ...member('member who owes a second factor', 'member', {}), owesFactor: true },
  { ...member('owner who owes a second factor', 'owner', { subscription: 'active' }), owesFactor: true },
];

/** A person in a state, with a browser, and the ids that their own forms can contain. */
export interface PersonInState {
  readonly state: State;
  readonly client: PortalClient;
  readonly account: AccountRows;
  readonly ids: Ids;
}

/** The ids that a form or an address can contain: another account's ids must have no effect. */
export interface Ids {
  /** A session of the calling person. */
  readonly sessionId: string;
  /** A teammate's. */
  readonly userId: string;
  readonly invitationId: string;
  readonly accountId: string;
  /** Of the Activity page. */
  readonly cursor: string;
  readonly workspaceName: string;
  /** A bill of the account, if it has a subscription. */
  readonly paymentId: string;
  /** A support ticket of the account's owner. */
  readonly ticketId: string;
  /** A personal API token of the account's owner. */
  readonly tokenId: string;
}

/** @returns the states of these names. @throws for an unknown name. */
export function statesOf(...names: string[]): State[] {
  return names.map((name) => {
    const found = states.find((state) => state.name === name);
    if (!found) throw new Error(`There is no state ${name}.`);
    return found;
  });
}

/** Writes a separate account for a person in each state. */
export function addPersonInEachState(portal: TestPortal, db: Db): Promise<PersonInState[]> {
  return addPeopleIn(states, portal, db);
}

/** The same for some states. A signed-out person's cookie is the owner's, made invalid. */
export async function addPeopleIn(
  chosen: readonly State[],
  portal: TestPortal,
  db: Db,
): Promise<PersonInState[]> {
  const people = chosen.map((state) => {
    const { account, statements } = newAccount(db, {
      step: state.accountStep,
      subscription: state.subscription,
    });
    const { accountId } = account;
    const member = state.role === 'owner' ? null : newMember(db, accountId, state.role);
    const { userId, token } = member?.person ?? account.owner;
    const other = newSession(db, { userId, accountId });
    const due = newSession(db, { userId, accountId }, { isFactorDue: true });
    const expired = newSession(db, { userId, accountId }, { lastSeenAt: LONG_AGO });
    const client = new PortalClient(portal);
    const cookie = cookieOf(state, { live: token, expired: expired.session.token, due: due.session.token });
    if (cookie !== null) client.cookies.set('token', cookie);
    return {
      person: { state, client, account, ids: idsOf(account, other.session.sessionId) },
      statements: [
        ...statements,
        ...(member?.statements ?? []),
        other.statement,
        expired.statement,
        ...(state.cookie === 'due' ? [due.statement, newApp(db, userId)] : []),
        ...(state.owesFactor ? [requireFactor(db, accountId)] : []),
      ],
    };
  });
  await write(
    db,
    people.flatMap(({ statements }) => statements),
  );
  return people.map(({ person }) => person);
}

/** @param sessionId by default the account owner's. */
export function idsOf(account: AccountRows, sessionId = account.owner.sessionId): Ids {
  return {
    sessionId,
    userId: account.teammate.userId,
    invitationId: account.invitation.id,
    accountId: account.accountId,
    cursor: `${account.auditEvent.at}.${account.auditEvent.id}`,
    workspaceName: account.accountName,
    paymentId: account.payment.id,
    ticketId: account.ticket.id,
    tokenId: account.apiToken.id,
  };
}

/** A separate browser with only the cookies of another: the throttles count each browser separately. */
export function browserLike({ client }: Pick<PersonInState, 'client'>): PortalClient {
  const browser = new PortalClient(client.portal);
  for (const [name, value] of client.cookies) browser.cookies.set(name, value);
  return browser;
}

function cookieOf(
  { cookie, name }: State,
  token: { live: string; expired: string; due: string },
): string | null {
  if (cookie === 'live') return token.live;
  if (cookie === 'due') return token.due;
  if (cookie === 'none') return null;
  if (name === 'garbage cookie') return '%00<script>-not-a-token';
  if (name === 'truncated cookie') return token.live.slice(0, -1);
  return name === 'unknown session' ? [...token.live].reverse().join('') : token.expired;
}

function stranger(name: string, cookie: 'none' | 'dead' | 'due'): State {
  return { name, cookie, role: 'owner', accountStep: null, step: null, subscription: null };
}

function member(
  name: string,
  role: Role,
  { step = null, subscription = null }: { step?: OnboardingStep | null; subscription?: BillingStatus | null },
): State {
  return {
    name,
    cookie: 'live',
    role,
    accountStep: step,
    subscription,
    step: role === 'owner' ? step : null,
  } as const;
}
