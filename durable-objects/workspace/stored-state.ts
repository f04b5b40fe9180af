import { z } from 'zod';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { type InstanceState, instanceState } from '#app/domain/instance/state.ts';

/**
 * Version of the stored form. Once this one is deployed, a change of the shape gets a new version, which still reads
 * this one: its schema then transforms the older state. Until then, a member is added to this version.
 */
const VERSION = 5;

const envelope = z.looseObject({ version: z.number().int().positive() });
const current = z.strictObject({ version: z.literal(VERSION), state: instanceState });

/** This deployment cannot read the stored state. Nothing may act on the state, which stays unchanged. */
export class StoredStateUnreadable extends Error {
  override readonly name = 'StoredStateUnreadable';
}

export function writeStoredState(state: InstanceState): string {
  return JSON.stringify({ version: VERSION, state } satisfies z.input<typeof current>);
}

/**
 * @returns the state, frozen, since readers share it.
 * @throws StoredStateUnreadable unless it is complete and of VERSION.
 */
export function readStoredState(text: string): InstanceState {
  const stored = parseOptionalJson(text);
  if (stored === undefined)
    throw new StoredStateUnreadable('The stored state is not JSON: it was cut off or overwritten.');
  const { data } = envelope.safeParse(stored);
  if (!data) throw new StoredStateUnreadable('The stored state has no version.');
  if (data.version !== VERSION) {
    throw new StoredStateUnreadable(
      `The stored state has version ${data.version}, and this deployment reads version ${VERSION}: deploy the one that wrote it.`,
    );
  }
  const parsed = current.safeParse(stored);
  if (parsed.success) return freeze(parsed.data.state);
  // Reports only the paths: the values are a customer's data.
  const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new StoredStateUnreadable(`The stored state is not whole: ${paths}.`);
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
