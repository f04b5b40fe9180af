import type { HistoryEntry } from './history.ts';
import type { UsageOfDay } from './usage.ts';
import type { InstanceView } from './view.ts';

/** An instance with what lies behind it, in one call of its object. */
export interface InstanceOverview {
  view: InstanceView;
  /** Kept days of the last 13 months, oldest first; a day without a change has none. */
  usageByDay: UsageOfDay[];
  /** The status history of the last 90 days, oldest first. */
  history: HistoryEntry[];
  /** When the newest backup that is whole was taken, UTC ms; null while there is none. */
  lastBackupAt: number | null;
  /** The object's own present, UTC ms: what the above is to be held against. */
  now: number;
}
