/** One write of events, however many: what follows from them is done by the write that applied them. */
export interface EventWrite {
  /** Names it. */
  id: string;
  now: number;
}
