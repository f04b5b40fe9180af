import { DAY_MS } from '#app/domain/time/clock.ts';

const KEY = 'sign-outs';

/**
 * The sign-outs that the state has noted, each person's latest of about a day. The outbox repeats one whose call failed, perhaps
 * after a start of the process that has done it: the sessions that the repetition would end began since.
 */
export function notedSignOuts({
  kv,
}: {
  kv: { get<Value>(key: string): Value | undefined; put(key: string, value: unknown): void };
}) {
  const read = () => kv.get<Record<string, number>>(KEY) ?? {};
  return {
    /** @param at when the person's sessions were to end, UTC ms. */
    has: (email: string, at: number) => (read()[email] ?? 0) >= at,

    add(email: string, at: number): void {
      const known = read();
      const recent = Object.entries(known).filter(([, other]) => other > at - DAY_MS);
      // The outbox can repeat an earlier sign-out after a later one.
      kv.put(KEY, { ...Object.fromEntries(recent), [email]: Math.max(at, known[email] ?? 0) });
    },
  };
}
