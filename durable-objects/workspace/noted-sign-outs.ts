import { DAY_MS } from '#app/domain/time/clock.ts';

const KEY = 'sign-outs';

/**
 * The sign-outs that the state has noted, each person's latest of about a day. The outbox repeats one whose call failed, perhaps
 * after a start of the process that has done it: the sessions that the repetition would end began since.
 */
export function notedSignOuts({ kv }: Pick<DurableObjectStorage, 'kv'>) {
  const read = () => kv.get<Record<string, number>>(KEY) ?? {};
  return {
    /** @param at when the person's sessions were to end, UTC ms. */
    has: (email: string, at: number) => (read()[email] ?? 0) >= at,

    add(email: string, at: number): void {
      const recent = Object.entries(read()).filter(([, other]) => other > at - DAY_MS);
      kv.put(KEY, { ...Object.fromEntries(recent), [email]: at });
    },
  };
}
