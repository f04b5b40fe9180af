import { CROCKFORD_ALPHABET } from '#app/domain/encoding/base32.ts';

const LENGTH = 12;

/** @returns a random id of 60 bits, from which `referenceOf` makes the ticket's reference. */
export function newTicketId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map(
    (byte) => CROCKFORD_ALPHABET[byte % 32],
  );
  return `tkt_${letters.join('')}`;
}
