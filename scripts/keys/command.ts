import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyRing, parseKeyRing } from '../../app/crypto/key-ring.ts';
import { openDatabase } from '../../db/client.ts';
import { restartForKeys } from '../../db/queries/workspace-keys.ts';
import { readNeeds } from './needed-versions.ts';
import {
  type Need,
  needLine,
  type RingName,
  requireVersions,
  ringNames,
  withNewVersion,
  withoutOldVersions,
} from './rotation.ts';
import { KEYS_USAGE } from './usage.ts';

const NEW_KEY_BYTES = 32;
const POLL_EVERY_MS = 5_000;

/** The environment and the outputs of a command. */
export interface KeysTerminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Writes messages for the operator. */
  say(line: string): void;
  /** Writes only a secret's value. */
  print(value: string): void;
}

/** Runs one command of `npm run keys:rotate`; commands can be repeated. @throws Error whose message says what to do. */
export async function runKeysCommand(
  [command, argument]: readonly string[],
  { env, say, print }: KeysTerminal,
): Promise<void> {
  switch (command) {
    case 'new': {
      const name = ringNameOf(argument);
      const ring = ringOf(env, name);
      const needs = await readNeeds(databaseOf(env), name);
      // A ring from before the last rotation would get another key under a version that is in use.
      requireVersions(name, ring, needs);
      refuseUnasked(name, needs);
      say(`${name} with version ${ring[0].version + 1}, for \`wrangler secret put ${name}\`:`);
      print(withNewVersion(ring, randomBytes(NEW_KEY_BYTES)));
      return;
    }
    case 'status':
      return status({ env, say }, argument === '--wait');
    case 'restart':
      say(`${await restartForKeys(databaseOf(env))} workspaces will be restarted, a few a minute.`);
      return;
    case 'drop': {
      const name = ringNameOf(argument);
      const value = withoutOldVersions(name, ringOf(env, name), await readNeeds(databaseOf(env), name));
      say(`Nothing needs older versions. ${name}, for \`wrangler secret put ${name}\`:`);
      print(value);
      return;
    }
    default:
      throw new Error(KEYS_USAGE);
  }
}

async function status({ env, say }: Omit<KeysTerminal, 'print'>, isToWait: boolean): Promise<void> {
  for (;;) {
    let isRenewing = false;
    for (const name of ringNames) {
      const [{ version: newest }] = ringOf(env, name);
      const needs = await readNeeds(databaseOf(env), name);
      say(`${name}: version ${newest} is the newest`);
      for (const need of needs) say(needLine(need));
      isRenewing ||= needs.some(({ version, isRenewedByCron }) => version !== newest && isRenewedByCron);
    }
    if (!isToWait || !isRenewing) return;
    await sleep(POLL_EVERY_MS);
  }
}

/** Objects that were never called are sealed before the next version: until then, any version may be needed. */
function refuseUnasked(name: RingName, needs: readonly Need[]): void {
  const unasked = needs.filter(({ version }) => version === null);
  if (unasked.length === 0) return;
  throw new Error([`${name} cannot get a new version yet:`, ...unasked.map(needLine)].join('\n'));
}

function databaseOf(env: KeysTerminal['env']) {
  const url = env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL must be in the environment.');
  return openDatabase({ url, token: env.DATABASE_TOKEN || undefined });
}

function ringNameOf(argument: string | undefined): RingName {
  const name = ringNames.find((candidate) => candidate === argument);
  if (!name) throw new Error(KEYS_USAGE);
  return name;
}

function ringOf(env: KeysTerminal['env'], name: RingName): KeyRing {
  const value = env[name];
  if (!value) throw new Error(`${name} must be in the environment, as it is now.`);
  try {
    return parseKeyRing(value);
  } catch (error) {
    throw new Error(`${name} ${error instanceof Error ? error.message : 'is not a key'}`);
  }
}
