import { plans } from '../schema/index.ts';

/** What names a plan, and says what kind it is: `planNameOf` checks it. */
export const planNameColumns = {
  id: plans.id,
  displayName: plans.displayName,
  group: plans.group,
  version: plans.version,
  slug: plans.slug,
};
