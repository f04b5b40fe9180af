// Writes the list of common passwords that a new password may not be (ASVS 5.0, 6.2.4). Run by hand when the package
// that ranks them has a new version; the package is no dependency, so unpack it anywhere and name its directory:
//   npm install --prefix /tmp/passwords @zxcvbn-ts/language-common
//   node scripts/write-common-passwords.ts /tmp/passwords/node_modules/@zxcvbn-ts/language-common
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'app/domain/account/common-passwords.ts';
/** Twice what ASVS asks for, and still under 60 kB. */
const COUNT = 6_000;
/** The bounds of a new password; the list needs no password that the length refuses. */
const [MIN_LENGTH, MAX_LENGTH] = [8, 64];
const LINE_WIDTH = 108;

const directory = process.argv[2];
if (!directory) throw new Error('usage: node scripts/write-common-passwords.ts <directory of the package>');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(directory, path), 'utf8'));

const { name, version, license } = readJson('package.json') as Record<string, string>;
if (license !== 'MIT') throw new Error(`the list is under ${license}, no longer MIT: its head must say so`);
const ranked = readJson('src/passwords.json') as string[];

// A template literal holds the passwords, so passwords with its special characters are left out.
const isPlain = (password: string) => /^[!-~]+$/.test(password) && !/[`\\$]/.test(password);
const passwords = [...new Set(ranked.map((password) => password.toLowerCase()))]
  .filter((password) => password.length >= MIN_LENGTH && password.length <= MAX_LENGTH && isPlain(password))
  .slice(0, COUNT);
if (passwords.length < COUNT)
  throw new Error(`the package has only ${passwords.length} that could be chosen`);

const lines = [''];
for (const password of passwords) {
  const line = lines.at(-1) ?? '';
  if (line.length + 1 + password.length > LINE_WIDTH) lines.push(password);
  else lines[lines.length - 1] = line ? `${line} ${password}` : password;
}

writeFileSync(
  LIST,
  `// Written by scripts/write-common-passwords.ts from ${name} ${version} (MIT; (c) 2012-2016 Dan Wheeler and
// Dropbox, Inc.; (c) 2021 zxcvbn-ts), whose ranking counts leaked passwords. For the server alone: no component may
// import it, or every visitor downloads it.

let known: ReadonlySet<string> | undefined;

/**
 * @returns whether a password is among the ${COUNT.toLocaleString('en')} most common ones of ${MIN_LENGTH} to ${MAX_LENGTH} characters, in whatever case and
 * Unicode form it is typed.
 */
export function isCommonPassword(password: string): boolean {
  // Split at the first question, so that a request which asks none does not pay for it.
  known ??= new Set(ranking.split(/\\s/));
  return known.has(password.normalize('NFKC').toLowerCase());
}

/** Lower case, the most common first. */
const ranking = \`${lines.join('\n')}\`;
`,
);
console.info(`${passwords.length} passwords written to ${LIST}.`);
