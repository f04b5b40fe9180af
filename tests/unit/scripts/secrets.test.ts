import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localSecrets } from '#scripts/local/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-secrets-'));
const file = join(folder, 'deep', 'secrets.json');
afterAll(() => rmSync(folder, { recursive: true }));

test('a start with every secret writes nothing, so that a full disk cannot lose them', () => {
  const secrets = localSecrets(file);
  const { ino, mtimeMs } = statSync(file);
  expect(localSecrets(file)).toEqual(secrets);
  expect(statSync(file)).toMatchObject({ ino, mtimeMs });
});

test('a damaged file is named, and left as it is', () => {
  localSecrets(file);
  const whole = readFileSync(file, 'utf8');
  for (const damaged of ['', whole.slice(0, 100)]) {
    writeFileSync(file, damaged);
    expect(() => localSecrets(file)).toThrow(`${file} is not valid JSON`);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  }
  writeFileSync(file, whole);
});

test('a new secret is added beside those that are known, in one step', () => {
  const { MAIL_KEY: _, ...known } = localSecrets(file);
  writeFileSync(file, JSON.stringify(known));
  const before = statSync(file).ino;
  const secrets = localSecrets(file);
  expect(secrets).toMatchObject(known);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(secrets);
  // Another file took its place: a killed process leaves the old or the new one.
  expect(statSync(file).ino).not.toBe(before);
  expect(readdirSync(join(folder, 'deep'))).toEqual(['secrets.json']);
});
