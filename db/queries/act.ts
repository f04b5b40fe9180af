import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';

/** When a request acts, and where it comes from: what the audit trail keeps. */
export interface Act {
  /** UTC ms. */
  now: number;
  client: ClientInfo;
}

/** An act of a signed-in person. */
export interface ViewerAct extends Act {
  viewer: Viewer;
}
