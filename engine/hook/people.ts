import type { N8n, N8nUser, NewUser } from './n8n/n8n.ts';
import type { SignInLink } from './signatures.ts';
import type { HookState } from './state.ts';

/** As n8n's columns hold it. */
const MAX_NAME_LENGTH = 32;

/** A portal role; null for a person who left. */
export type Role = SignInLink['role'] | null;

/**
 * Keeps n8n's people in step with the portal. Every person works on all workflows of the workspace, and n8n has one owner: the
 * first account owner who signs in. The portal decides what people can do with the account.
 */
export function createPeople(n8n: N8n, state: HookState) {
  let last: Promise<unknown> = Promise.resolve();

  /** Runs changes one after another within this process, the only one on these data: of two concurrent owners, one sets up n8n. */
  function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  function roleChangedAt(email: string): number {
    return Number(state.fact(`role-told:${email.toLowerCase()}`) ?? Number.NEGATIVE_INFINITY);
  }

  /** A link signed before the portal changed the role does not restore the old role. */
  function roleOf({ email, role, iat }: SignInLink): Role {
    return iat > roleChangedAt(email) ? role : (state.fact(`role:${email.toLowerCase()}`) as Role);
  }

  async function admit(link: SignInLink): Promise<N8nUser> {
    const { email, name } = link;
    const role = roleOf(link);
    const names = namesOf(name);
    const found = await n8n.people.find(email);
    const user = found ? await takeOver(found) : await add({ email, ...names }, role);
    if (user.isDisabled) await n8n.people.setDisabled(user.id, false);
    await n8n.people.rename(user.id, names);
    setRole(user.email, role);
    if (role === 'owner') await takeOwnership(user);
    return user;
  }

  async function add(person: NewUser, role: Role): Promise<N8nUser> {
    const isFirstOwner = role === 'owner' && (await n8n.people.owner()) === null;
    const user = await (isFirstOwner ? n8n.people.setUpOwner(person) : n8n.people.createAdmin(person));
    state.setFact(`person:${user.id}`, 'portal');
    return user;
  }

  /** A user with this e-mail that the portal did not create still has its creator's password and keys. */
  async function takeOver(user: N8nUser): Promise<N8nUser> {
    if (state.fact(`person:${user.id}`) !== null) return user;
    await n8n.people.endSessions(user.id);
    await n8n.people.removeKeys(user.id);
    state.setFact(`person:${user.id}`, 'portal');
    return user;
  }

  function setRole(email: string, role: Role): void {
    state.setFact(`role:${email.toLowerCase()}`, String(role));
  }

  /** Makes an account owner the instance's owner, unless another account owner is. */
  async function takeOwnership(user: N8nUser): Promise<void> {
    const owner = await n8n.people.owner();
    const isOwned = owner !== null && state.fact(`role:${owner.email}`) === 'owner' && !owner.isDisabled;
    if (!isOwned && owner?.id !== user.id) await n8n.people.makeOwner(user.id);
  }

  return {
    /** @returns the person of a link, created or updated. */
    admit: (link: SignInLink) => runExclusively(() => admit(link)),

    /**
     * Applies the portal's change of a person's role at an instant; null when they left. Harmless to repeat. A change that is
     * older than the last one is dropped: a call that was sent again can arrive after a newer one.
     */
    setRole: (email: string, role: Role, at: number) =>
      runExclusively(async () => {
        if (at < roleChangedAt(email)) return;
        if (role === null) state.signOut(email, at);
        state.setFact(`role-told:${email.toLowerCase()}`, String(at));
        setRole(email, role);
        const user = await n8n.people.find(email);
        if (!user) return;
        if (role === 'owner') await takeOwnership(user);
        if (role !== null) return;
        await n8n.people.setDisabled(user.id, true);
        await n8n.people.endSessions(user.id);
        await n8n.people.removeKeys(user.id);
      }),

    /** Ends a person's sessions and open editors, and voids their links signed until an instant. */
    signOut: (email: string, at: number) =>
      runExclusively(async () => {
        // First, so that no link used meanwhile starts a session that outlives this call.
        state.signOut(email, at);
        const user = await n8n.people.find(email);
        if (user) await n8n.people.endSessions(user.id);
      }),
  };
}

export type People = ReturnType<typeof createPeople>;

/** Splits the portal's one name into n8n's two: up to the first space, and the rest. */
export function namesOf(name: string): Pick<NewUser, 'firstName' | 'lastName'> {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { firstName: cut(first), lastName: cut(rest.join(' ')) };
}

/** Cuts by whole characters, never within an emoji. */
function cut(text: string): string {
  const segments = new Intl.Segmenter('en').segment(text);
  let kept = '';
  for (const { segment } of segments) {
    if (kept.length + segment.length > MAX_NAME_LENGTH) break;
    kept += segment;
  }
  return kept;
}
