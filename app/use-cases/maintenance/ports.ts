/** Clearing away in the database; one round trip. */
export interface MaintenanceStore {
  /** Removes unconfirmed registrations past their time, dead sessions, old links and counters; harmless to repeat. */
  removeExpired(now: number): Promise<void>;
}
