// Writes the list of common passwords, which a new password must not be (ASVS 5.0, 6.2.4). Run by hand when the package
// that ranks them has a new version. The package is not a dependency: unpack it anywhere and name its directory:
//   npm install --prefix /tmp/passwords @zxcvbn-ts/language-common
//   node scripts/write-common-passwords.ts /tmp/passwords/node_modules/@zxcvbn-ts/language-common
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'app/domain/account/common-passwords.json';
/** As many as ASVS requires; Have I Been Pwned knows the others (`app/use-cases/new-password.ts`). */
const COUNT = 3_000;
/** The bounds of a new password; the list needs no password that these bounds refuse. */
const [MIN_LENGTH, MAX_LENGTH] = [8, 64];

const directory = process.argv[2];
if (!directory) throw new Error('usage: node scripts/write-common-passwords.ts <directory of the package>');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(directory, path), 'utf8'));

const { version, license } = readJson('package.json') as Record<string, string>;
if (license !== 'MIT')
  throw new Error(`the list is under ${license}, no longer MIT: common-passwords.ts must say so`);
const ranked = readJson('src/passwords.json') as string[];

// Only printable ASCII without spaces, which separate the passwords in the list.
const isPlain = (password: string) => /^[!-~]+$/.test(password);
const passwords = [...new Set(ranked.map((password) => password.toLowerCase()))]
  .filter((password) => password.length >= MIN_LENGTH && password.length <= MAX_LENGTH && isPlain(password))
  .slice(0, COUNT);
if (passwords.length < COUNT)
  throw new Error(`the package has only ${passwords.length} that could be chosen`);

writeFileSync(LIST, `${JSON.stringify(frontCode(passwords))}\n`);
console.info(
  `${passwords.length} passwords of version ${version} written to ${LIST}: name it in common-passwords.ts.`,
);

/**
 * Front coding: sorted, each password begins with the number of characters it shares with the one before, at most nine, and
 * omits them.
 */
function frontCode(words: readonly string[]): string {
  let previous = '';
  const coded = words.toSorted().map((word) => {
    let shared = 0;
    while (shared < 9 && shared < word.length && word[shared] === previous[shared]) shared += 1;
    previous = word;
    return shared + word.slice(shared);
  });
  return coded.join(' ');
}
