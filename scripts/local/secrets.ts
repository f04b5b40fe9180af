import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const names = [
  'CLUSTER_TOKEN',
  'MAIL_KEY',
  'WORKSPACE_MASTER_KEY',
  'SECOND_FACTOR_KEY',
  'HUMAN_CHECK_KEY',
  'SANDBOX_CLOCK_TOKEN',
  'PADDLE_API_KEY',
  'PADDLE_CLIENT_TOKEN',
  'PADDLE_WEBHOOK_SECRET',
] as const;

export type Secrets = Record<(typeof names)[number], string>;

/** @returns this machine's secrets, created once, since new secrets could not read the existing data. */
export function localSecrets(file: string): Secrets {
  const known = readSecrets(file);
  const secrets = Object.fromEntries(
    names.map((name) => [name, known[name] ?? randomBytes(32).toString('hex')]),
  ) as Secrets;
  if (names.every((name) => known[name] !== undefined)) return secrets;
  mkdirSync(dirname(file), { recursive: true });
  // Replaces the file atomically: without its keys, all data of this machine would be unreadable.
  const written = `${file}.new`;
  writeFileSync(written, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(written, file);
  return secrets;
}

function readSecrets(file: string): Partial<Secrets> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(
      `${file} is not valid JSON. Restore it; or delete its folder, whose data cannot be read without it.`,
    );
  }
}
