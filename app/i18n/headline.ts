/** @returns the first sentence of a failure's text, without its full stop, for a heading; and the rest. */
export function splitHeadline(words: string): [headline: string, rest: string | undefined] {
  const [headline = words, rest] = words.split(/(?<=[.!]) (.*)/);
  return [headline.replace(/\.$/, ''), rest];
}
