import type { ClientInfo } from '#app/domain/access/client-info.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';

/** When somebody does something, and where the request came from: what the audit trail keeps. */
export interface Act {
  /** UTC ms. */
  now: number;
  client: ClientInfo;
}

/** The same of somebody who is signed in. */
export interface ViewerAct extends Act {
  viewer: Viewer;
}
