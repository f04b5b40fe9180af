import type { Section } from '../report/section.ts';
import { benchAlarms } from './alarms.ts';
import { benchBackups } from './backups.ts';
import { benchDatabaseLatency } from './database-latency.ts';
import { benchHolding } from './holding.ts';
import { benchInteraction } from './interaction.ts';
import { benchLimits } from './limits.ts';
import type { PartOptions } from './options.ts';
import { benchPages } from './pages.ts';
import { benchRepeatLoad } from './repeat-load.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSignInLoad } from './sign-in-load.ts';
import { benchSizes } from './sizes.ts';
import { benchStart } from './start.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWorkspaces } from './workspaces.ts';
import { benchWriters } from './writers.ts';

/** The parts of `npm run bench`, in the order of the report. */
export const parts: Record<string, (options: PartOptions) => Promise<Section>> = {
  pages: benchPages,
  'sign-in-load': benchSignInLoad,
  'database-latency': benchDatabaseLatency,
  sizes: benchSizes,
  start: benchStart,
  'repeat-load': benchRepeatLoad,
  interaction: benchInteraction,
  alarms: benchAlarms,
  webhooks: benchWebhooks,
  holding: benchHolding,
  limits: benchLimits,
  'sign-in': benchSignIn,
  workspaces: benchWorkspaces,
  backups: benchBackups,
  writers: benchWriters,
};
