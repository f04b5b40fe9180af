import { DAY_MS } from '#app/domain/time/clock.ts';

/**
 * The latest change of each person, of about a day: messages arrive in any order, and the outbox repeats one whose call
 * failed. A repeated sign-out would end newer sessions, and an older role would replace a newer one.
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
     * @param at UTC ms.
     * @returns whether a newer change was noted, or the same sign-out. A role is read again for each call, so that the
     *   same instant can be of another role.
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
