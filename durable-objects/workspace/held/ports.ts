import type { HeldWebhooksProcess } from '#app/domain/held-webhooks/process-port.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import type { Clock } from '#app/domain/time/clock.ts';
import type { Alarms } from '../../alarm-clock.ts';
import type { HeldSchedule } from '../schedules.ts';
import type { BodyMemory } from './body-memory.ts';
import type { ContentSeal } from './content.ts';
import type { FileNotes } from './file-notes.ts';
import type { HeldFiles } from './files-port.ts';
import type { PathRows } from './path-rows.ts';
import type { HeldRows } from './rows.ts';

/** Dependencies of held webhooks on the object and its surroundings. */
export interface HeldPorts {
  clock: Clock;
  readState(): InstanceState | null;
  alarms: Alarms<HeldSchedule>;
  rows: HeldRows;
  fileNotes: FileNotes;
  paths: PathRows;
  seal: ContentSeal;
  files: HeldFiles;
  bodies: BodyMemory;
  process: HeldWebhooksProcess;
  /** Deletes the key, which makes all sealed contents unreadable. */
  dropKey(): void;
  /** Queues a mail for the workspace's people; each id is sent once. */
  queueMail(id: string, mail: InstanceMail): void;
  reportError(error: unknown): void;
}
