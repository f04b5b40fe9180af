import type { HeldWebhooksProcess } from '#app/domain/held-webhooks/process-port.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { alarmClock, type Schedule } from '#durable-objects/alarm-clock.ts';
import { fileNotes } from '#durable-objects/workspace/held/file-notes.ts';
import type { HeldFiles } from '#durable-objects/workspace/held/files-port.ts';
import { heldWebhooks } from '#durable-objects/workspace/held/held-webhooks.ts';
import { pathRows } from '#durable-objects/workspace/held/path-rows.ts';
import { heldRows } from '#durable-objects/workspace/held/rows.ts';
import type { HeldSchedule } from '#durable-objects/workspace/schedules.ts';
import { Violation } from './ledger.ts';
import { heldDatabase, storageOf } from './sqlite.ts';

/** What survives an object: its tables, schedules and alarm. */
export class ObjectStorage {
  readonly db = heldDatabase();
  readonly schedules = new Map<HeldSchedule, Schedule<HeldSchedule>>();
  alarmAt: number | null = null;
  /** The next settings of the alarm that fail. */
  alarmFailures = 0;
}

/** Everything around the object. */
interface Surroundings {
  storage: ObjectStorage;
  now(): number;
  readState(): InstanceState;
  /** @param isAlive false once another object has replaced this one. */
  processFor(isAlive: () => boolean): HeldWebhooksProcess;
  onViolation(violation: Violation): void;
  queueMail?(id: string): void;
  /** Without it, nothing is stored: sealing and files have tests of their own. */
  files?: HeldFiles;
}

/** @returns the object's held webhooks and alarms over its storage; after `die` its calls have no effect. */
export function wakeObject(surroundings: Surroundings) {
  const { storage, now, readState, processFor, onViolation, queueMail } = surroundings;
  let isAlive = true;
  const sql = storageOf(storage.db, () => isAlive);
  const clock = { now };
  const reportError = (error: unknown) => {
    if (isAlive && error instanceof Violation) onViolation(error);
  };
  const alarms = alarmClock({
    clock,
    reportError,
    toRealTime: (at) => at,
    store: {
      list: () => [...storage.schedules.values()],
      put: (schedule) => void storage.schedules.set(schedule.name, schedule),
      remove: (name) => void storage.schedules.delete(name),
    },
    alarm: {
      get: async () => storage.alarmAt,
      set: async (at) => {
        if (storage.alarmFailures > 0) {
          storage.alarmFailures -= 1;
          throw new Error('the alarm could not be set');
        }
        storage.alarmAt = at;
      },
      clear: async () => {
        storage.alarmAt = null;
      },
    },
  });
  const held = heldWebhooks({
    clock,
    alarms,
    reportError,
    readState,
    rows: heldRows(sql),
    paths: pathRows(sql),
    fileNotes: fileNotes(sql),
    // Sealing has tests of its own.
    seal: { seal: async (bytes) => bytes, open: async (bytes) => bytes, keySerial: () => 0, forgetKey() {} },
    files: surroundings.files ?? {
      put: async () => {},
      get: async () => new Uint8Array(),
      remove: async () => {},
    },
    dropKey() {},
    queueMail: (id) => queueMail?.(id),
    process: processFor(() => isAlive),
  });
  return {
    held,
    alarms,
    die: () => {
      isAlive = false;
    },
  };
}
