import type { HeldList } from '#app/domain/held-webhooks/held-request.ts';
import type { ListFilter } from './filter.ts';

/** The props of each card of /manage/webhooks. */
export interface QueueCardProps {
  held: HeldList;
  filter: ListFilter;
  /** Whether the viewer can open, replay and drop requests, and choose. */
  canConfigure: boolean;
}
