/** Our own names are the first that somebody tries who attacks us. */
const OWN_WORDS = ['weft', 'weftcloud', 'n8n'];

/** @returns what anyone can know of a person, for `isPersonalPassword` (ASVS 5.0, 6.2.11). */
export function personalWords(person: {
  fullName: string;
  email: string;
  /** Null for who has no account of their own. */
  accountName: string | null;
}): string[] {
  const { fullName, email, accountName } = person;
  const words = [...OWN_WORDS, email, email.split('@')[0] ?? '', fullName, ...fullName.split(/\s+/)];
  return accountName === null ? words : [...words, accountName];
}
