/** Replaces halves of surrogate pairs, which a limit of length leaves and strict parsers refuse, by U+FFFD. */
export function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
