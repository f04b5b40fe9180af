/** As many requests at once as two cores have a use for. */
const AT_ONCE = 4;

/** Does something with each, a few at a time. @returns the answers, in the order of what was given. */
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
