import { z } from 'zod';
import { noOverage } from '#app/domain/instance/machine/overage.ts';
import { overageStateWithoutChanges } from '#app/domain/instance/overage-state.ts';
import { type InstanceState, instanceState } from '#app/domain/instance/state.ts';

/** Version of the stored form. A change of its shape raises it and reads the earlier versions too. */
const VERSION = 4;

const envelope = z.looseObject({ version: z.number().int().positive() });
const current = z.strictObject({ version: z.literal(VERSION), state: instanceState });

/** Changes of people before version 4 had neither their kind nor their role: their sessions end. */
const peopleByEmail = z
  .strictObject({ emails: z.array(z.string()), isDue: z.boolean() })
  .optional()
  .transform((given) => {
    const people = given?.emails.map((email) => ({ email, isSignedOut: true })) ?? [];
    return given?.isDue ? { told: [], due: people } : { told: people, due: [] };
  });

/** @returns the state with the changes of people in today's form. */
function withPeople<State extends { told: z.output<typeof peopleByEmail> }>({ told, ...state }: State) {
  return { ...state, ...told };
}

const versionThree = z
  .strictObject({
    version: z.literal(3),
    state: instanceState
      .omit({ due: true })
      .extend({ told: peopleByEmail, overage: overageStateWithoutChanges }),
  })
  .transform(({ state }) => ({ state: withPeople(state) }));

/** States of version 2 are of before executions beyond the plan could be paid for. */
const versionTwo = z
  .strictObject({
    version: z.literal(2),
    state: instanceState.omit({ overage: true, due: true }).extend({ told: peopleByEmail }),
  })
  .transform(({ state }) => ({ state: { ...withPeople(state), overage: noOverage } }));

/** States of version 1 are of before an update could go back. */
const versionOne = z
  .strictObject({
    version: z.literal(1),
    state: instanceState.omit({
      storage: true,
      saved: true,
      told: true,
      due: true,
      lastUpdate: true,
      overage: true,
    }),
  })
  .transform(({ state }) => ({
    state: {
      ...state,
      storage: { claim: 0, snapshot: null },
      saved: null,
      told: [],
      due: [],
      lastUpdate: null,
      overage: noOverage,
    },
  }));

const schemas = new Map<number, typeof current | typeof versionOne | typeof versionTwo | typeof versionThree>(
  [
    [1, versionOne],
    [2, versionTwo],
    [3, versionThree],
    [VERSION, current],
  ],
);

/** This deployment cannot read the stored state. Nothing may act on it; it stays unchanged. */
export class StoredStateUnreadable extends Error {
  override readonly name = 'StoredStateUnreadable';
}

export function writeStoredState(state: InstanceState): string {
  return JSON.stringify({ version: VERSION, state } satisfies z.input<typeof current>);
}

/** @returns the state, frozen: readers share it. @throws StoredStateUnreadable for anything but a whole state of a known version. */
export function readStoredState(text: string): InstanceState {
  const stored = parseJson(text);
  const { data } = envelope.safeParse(stored);
  if (!data) throw new StoredStateUnreadable('The stored state has no version.');
  if (data.version > VERSION) {
    throw new StoredStateUnreadable(
      `The stored state has version ${data.version}, and this deployment reads version ${VERSION} and earlier ones: deploy the one that wrote it.`,
    );
  }
  const parsed = (schemas.get(data.version) ?? current).safeParse(stored);
  if (parsed.success) return freeze(parsed.data.state);
  // Only the paths: the values are a customer's data.
  const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new StoredStateUnreadable(`The stored state of version ${data.version} is not whole: ${paths}.`);
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StoredStateUnreadable('The stored state is no JSON: it was cut off or overwritten.');
  }
}
