import type { RecordedAct } from '#app/domain/access/audit.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Services } from './services.ts';

/** Dependencies for recording an act. */
export type RecordPorts = Pick<Services, 'clock' | 'auditTrail'>;

/** The acting person, and the client they use. A page without a signed-in person has another viewer, such as null. */
export interface Actor<Who = Viewer> {
  viewer: Who;
  client: ClientInfo;
}

/**
 * Records a person's acts in their account's activity. A use case calls it before an act elsewhere (a workspace, the
 * billing provider), so that no act goes unrecorded; a write of the database has its row in the same batch instead.
 * @param code of the error while the database is down; nothing has been done then.
 */
export function recordActs(
  { clock, auditTrail }: RecordPorts,
  actor: Actor,
  code: ErrorCode,
  acts: readonly RecordedAct[],
): Promise<void> {
  return withErrorCode(code, () => auditTrail.record({ now: clock.now(), ...actor }, acts));
}
