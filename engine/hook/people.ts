import type { N8n, N8nUser, NewUser } from './n8n/n8n.ts';
import type { SignInLink } from './signatures.ts';
import type { HookState } from './state.ts';

/** As n8n's columns hold it. */
const MAX_NAME_LENGTH = 32;

/** A role of the portal's; null for a person who left. */
export type Role = SignInLink['role'] | null;

/**
 * n8n's people as the portal has them. Everybody works on all of the workspace's workflows, and n8n has one owner: the
 * first of the account's owners to come. What people may do about the account is the portal's to decide.
 */
export function createPeople(n8n: N8n, state: HookState) {
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: two owners who come at once must not both set the instance up. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  /** A link that was signed before the portal told of another role does not take it back. */
  function roleOf({ email, role, iat }: SignInLink): Role {
    const toldAt = Number(state.fact(`role-told:${email.toLowerCase()}`) ?? Number.NEGATIVE_INFINITY);
    return iat > toldAt ? role : (state.fact(`role:${email.toLowerCase()}`) as Role);
  }

  async function admit(link: SignInLink): Promise<N8nUser> {
    const { email, name } = link;
    const role = roleOf(link);
    const names = namesOf(name);
    const found = await n8n.people.find(email);
    const user = found ? await takeOver(found) : await add({ email, ...names }, role);
    if (user.isDisabled) await n8n.people.setDisabled(user.id, false);
    await n8n.people.rename(user.id, names);
    await giveRole(user, role);
    return user;
  }

  async function add(person: NewUser, role: Role): Promise<N8nUser> {
    const isFirstOwner = role === 'owner' && (await n8n.people.owner()) === null;
    const user = await (isFirstOwner ? n8n.people.setUpOwner(person) : n8n.people.createAdmin(person));
    state.setFact(`person:${user.id}`, 'portal');
    return user;
  }

  /** A user of that e-mail whom the portal did not make has a password and keys of who did. */
  async function takeOver(user: N8nUser): Promise<N8nUser> {
    if (state.fact(`person:${user.id}`) !== null) return user;
    await n8n.people.endSessions(user.id);
    await n8n.people.removeKeys(user.id);
    state.setFact(`person:${user.id}`, 'portal');
    return user;
  }

  async function giveRole(user: N8nUser, role: Role): Promise<void> {
    const owner = await n8n.people.owner();
    if (role === 'owner') {
      const isOwned = owner !== null && state.fact(`role:${owner.email}`) === 'owner' && !owner.isDisabled;
      if (!isOwned && owner?.id !== user.id) await n8n.people.makeOwner(user.id);
    }
    state.setFact(`role:${user.email}`, String(role));
  }

  return {
    /** @returns the person of a link, made as they are now. */
    admit: (link: SignInLink) => inTurn(() => admit(link)),

    /** The portal's change of a person's role, from now on; null when they left. Harmless to repeat. */
    setRole: (email: string, role: Role, now: number) =>
      inTurn(async () => {
        if (role === null) state.signOut(email, now);
        state.setFact(`role-told:${email.toLowerCase()}`, String(now));
        state.setFact(`role:${email.toLowerCase()}`, String(role));
        const user = await n8n.people.find(email);
        if (!user) return;
        if (role !== null) return await giveRole(user, role);
        state.setFact(`role:${user.email}`, 'none');
        await n8n.people.setDisabled(user.id, true);
        await n8n.people.endSessions(user.id);
        await n8n.people.removeKeys(user.id);
      }),

    /** Ends the sessions and open editors of a person, and their links that were signed until now. */
    signOut: (email: string, now: number) =>
      inTurn(async () => {
        // First: a link that is followed meanwhile must not begin a session that nobody ends.
        state.signOut(email, now);
        const user = await n8n.people.find(email);
        if (user) await n8n.people.endSessions(user.id);
      }),
  };
}

export type People = ReturnType<typeof createPeople>;

/** The portal has one name, n8n two: what stands before the first space, and the rest. */
export function namesOf(name: string): Pick<NewUser, 'firstName' | 'lastName'> {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { firstName: cut(first), lastName: cut(rest.join(' ')) };
}

/** By whole characters: half of an emoji is no character. */
function cut(text: string): string {
  const segments = new Intl.Segmenter('en').segment(text);
  let kept = '';
  for (const { segment } of segments) {
    if (kept.length + segment.length > MAX_NAME_LENGTH) break;
    kept += segment;
  }
  return kept;
}
