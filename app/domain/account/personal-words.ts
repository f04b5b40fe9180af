/** Attackers try our own names first. */
const OWN_WORDS = ['weft', 'weftcloud', 'n8n'];

/** @returns words that others can know about a person, for `isPersonalPassword` (ASVS 5.0, 6.2.11). */
export function personalWords(person: {
  fullName: string;
  email: string;
  /** Null for a person who owns no account. */
  accountName: string | null;
}): string[] {
  const { fullName, email, accountName } = person;
  const words = [...OWN_WORDS, email, email.split('@')[0] ?? '', fullName, ...fullName.split(/\s+/)];
  return accountName === null ? words : [...words, accountName];
}
