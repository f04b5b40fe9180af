import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';

/** The time and the client of an act, which the audit trail stores. */
export interface Act {
  /** UTC ms. */
  now: number;
  client: ClientInfo;
}

/** An act of a signed-in person. */
export interface ViewerAct extends Act {
  viewer: Viewer;
}
