/** Crockford's letters, which are not confused when read aloud or typed from a mail. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** @returns a random id of 60 bits, from which `referenceOf` makes the ticket's reference. */
export function newTicketId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % 32]);
  return `tkt_${letters.join('')}`;
}
