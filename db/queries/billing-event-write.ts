/** One write of any number of events. Only the write that applied an event causes its mails and messages. */
export interface EventWrite {
  /** Names the write. */
  id: string;
  now: number;
}
