/** A sentence of the API's description, which has code between backticks as in Markdown. */
export function CodeWords({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
