import { once } from '../once.ts';
import frontCoded from './common-passwords.json' with { type: 'json' };

// `scripts/write-common-passwords.ts` writes the list from @zxcvbn-ts/language-common 4.1.3 (MIT; (c) 2012-2016 Dan
// Wheeler and Dropbox, Inc.; (c) 2021 zxcvbn-ts), whose ranking counts leaked passwords. Only for the server: a
// component that imports the list makes every visitor download it.

/** @returns whether a password is among the 3,000 most common ones of 8 to 64 characters, in any case and Unicode form. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords().has(password.normalize('NFKC').toLowerCase());
}

/** @returns the list. The first call decodes it, so that other requests do not pay for it. */
export const commonPasswords = once((): ReadonlySet<string> => new Set(decode(frontCoded)));

/** Each word begins with the number of characters that it shares with the previous one: half the bytes of a plain list. */
function decode(list: string): string[] {
  let previous = '';
  return list.split(' ').map((coded) => {
    previous = previous.slice(0, Number(coded[0])) + coded.slice(1);
    return previous;
  });
}
