import { plans } from '../schema/index.ts';

/** The columns that `planNameOf` reads and checks. */
export const planNameColumns = {
  id: plans.id,
  displayName: plans.displayName,
  group: plans.group,
  version: plans.version,
  slug: plans.slug,
};
