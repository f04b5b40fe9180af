/** As many concurrent requests as two cores can use. */
const AT_ONCE = 4;

/** Calls `act` for each value, a few at a time. @returns the answers, in the order of the values. */
export async function mapConcurrently<Given, Answer>(
  all: readonly Given[],
  act: (one: Given) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const queue = [...all.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) answers[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}
