import { z } from 'zod';
import { type InstanceState, instanceState } from '#app/domain/instance/state.ts';

/** Version of the stored form. A change of its shape raises it and reads the earlier versions too. */
const VERSION = 1;

const envelope = z.looseObject({ version: z.number().int().positive() });
const versionOne = z.strictObject({ version: z.literal(VERSION), state: instanceState });

/** This deployment cannot read the stored state. Nothing may act on it; it stays unchanged. */
export class StoredStateUnreadable extends Error {
  override readonly name = 'StoredStateUnreadable';
}

export function writeStoredState(state: InstanceState): string {
  return JSON.stringify({ version: VERSION, state } satisfies z.input<typeof versionOne>);
}

/** @throws StoredStateUnreadable for anything but a whole state of a known version. */
export function readStoredState(text: string): InstanceState {
  const stored = parseJson(text);
  const { data } = envelope.safeParse(stored);
  if (!data) throw new StoredStateUnreadable('The stored state has no version.');
  if (data.version !== VERSION) {
    throw new StoredStateUnreadable(
      `The stored state has version ${data.version}, and this deployment reads version ${VERSION} alone: deploy the one that wrote it.`,
    );
  }
  const parsed = versionOne.safeParse(stored);
  if (parsed.success) return parsed.data.state;
  // Only the paths: the values are a customer's data.
  const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new StoredStateUnreadable(`The stored state of version ${VERSION} is not whole: ${paths}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StoredStateUnreadable('The stored state is no JSON: it was cut off or overwritten.');
  }
}
