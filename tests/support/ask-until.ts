/** 120 requests a minute, and as many again if the next minute starts meanwhile. */
const MORE_THAN_EDGE_LIMIT = 250;
const AT_ONCE = 25;

/**
 * Sends requests until the edge's limit refuses one, and at most as many as pass without it.
 * @returns each different answer.
 */
export async function askUntil<Answer>(refusal: Answer, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers = new Set<Answer>();
  for (let asked = 0; asked < MORE_THAN_EDGE_LIMIT && !answers.has(refusal); asked += AT_ONCE) {
    for (const answer of await Promise.all(Array.from({ length: AT_ONCE }, ask))) answers.add(answer);
  }
  return [...answers];
}
