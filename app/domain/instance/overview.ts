import type { HistoryEntry } from './history.ts';
import type { UsageOfDay } from './usage.ts';
import type { InstanceView } from './view.ts';

/** An instance with its past, from one call of its object. */
export interface InstanceOverview {
  view: InstanceView;
  /** Days of the last 13 months, oldest first; days without a change are missing. */
  usageByDay: UsageOfDay[];
  /** The status history of the last 90 days, or its last 2,000 lines, oldest first. */
  history: HistoryEntry[];
  /** Start of the newest complete backup, UTC ms; null without one. */
  lastBackupAt: number | null;
  /** The object's current time, UTC ms, to compare the instants above with. */
  now: number;
}
