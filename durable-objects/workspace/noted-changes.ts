import { DAY_MS } from '#app/domain/time/clock.ts';

/**
 * The changes of people that the state has noted: each person's latest of about a day, by its instant. Messages can arrive in any order,
 * and the outbox repeats one whose call failed, perhaps after a start of the process that has done it. A repeated sign-out would end
 * sessions that began since; a role that was read before a newer one would replace it.
 *
 * @param key of the kind of changes.
 */
export function notedChanges(
  {
    kv,
  }: {
    kv: { get<Value>(key: string): Value | undefined; put(key: string, value: unknown): void };
  },
  key: 'sign-outs' | 'roles',
) {
  const read = () => kv.get<Record<string, number>>(key) ?? {};
  return {
    /**
     * @param at instant of a change, UTC ms. @returns whether a newer one of the same person was noted, or the same sign-out. A role is read
     * again for each call, so that the same instant can be of another role.
     */
    has(email: string, at: number): boolean {
      const noted = read()[email] ?? 0;
      return key === 'roles' ? noted > at : noted >= at;
    },

    add(email: string, at: number): void {
      const known = read();
      const recent = Object.entries(known).filter(([, other]) => other > at - DAY_MS);
      // An earlier change can arrive after a later one.
      kv.put(key, { ...Object.fromEntries(recent), [email]: Math.max(at, known[email] ?? 0) });
    },
  };
}
