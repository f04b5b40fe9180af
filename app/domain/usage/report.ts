import type { UsageOfDay } from '../instance/usage.ts';
import type { InstanceView } from '../instance/view.ts';
import type { ExecutionPage, MonthSums } from './executions.ts';

/** A month of a workspace with the executions behind it, from one call of its object. */
export interface UsageReport {
  view: InstanceView;
  /** The object's current time, UTC ms. */
  now: number;
  /** Days of the last 13 months, oldest first, from the object's own readings. */
  usageByDay: UsageOfDay[];
  /** `YYYY-MM`, UTC. */
  month: string;
  /** Null before the first reading of the month. */
  sums: MonthSums | null;
  /** The month before. */
  previous: MonthSums | null;
  page: ExecutionPage | null;
  /** When the sums were read from the workspace, UTC ms; null before the first reading. */
  readAt: number | null;
  /** False for the last known figures of a workspace without an answer, whose page only filters the newest rows. */
  isLive: boolean;
}

/** The object's record of a month that it read. */
export interface KeptMonth {
  sums: MonthSums;
  /** The newest rows; null when only the sums were read. */
  page: ExecutionPage | null;
  /** UTC ms. */
  readAt: number;
}
