const kept = 8;

export type Activity = { at: number; sentence: string };

/** The last uses of the sandbox's buttons, newest first. Not persisted. */
export class ActivityLog {
  readonly #now: () => number;
  #entries: Activity[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  note(sentence: string): void {
    this.#entries = [{ at: this.#now(), sentence }, ...this.#entries].slice(0, kept);
  }

  recent(): readonly Activity[] {
    return this.#entries;
  }
}
