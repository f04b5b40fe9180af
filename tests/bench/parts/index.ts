import type { Section } from '../report/section.ts';
import type { PartOptions } from './options.ts';

/** The parts of `npm run bench`, in the order of the report. Each loads when it runs: together that takes two seconds. */
export const parts: Record<string, (options: PartOptions) => Promise<Section>> = {
  pages: async () => (await import('./pages.ts')).benchPages(),
  'sign-in-load': async () => (await import('./sign-in-load.ts')).benchSignInLoad(),
  'database-latency': async () => (await import('./database-latency.ts')).benchDatabaseLatency(),
  sizes: async () => (await import('./sizes.ts')).benchSizes(),
  start: async () => (await import('./start.ts')).benchStart(),
  'repeat-load': async () => (await import('./repeat-load.ts')).benchRepeatLoad(),
  interaction: async () => (await import('./interaction.ts')).benchInteraction(),
  alarms: async () => (await import('./alarms.ts')).benchAlarms(),
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks(),
  holding: async () => (await import('./holding.ts')).benchHolding(),
  limits: async () => (await import('./limits.ts')).benchLimits(),
  'sign-in': async () => (await import('./sign-in.ts')).benchSignIn(),
  workspaces: async (options) => (await import('./workspaces.ts')).benchWorkspaces(options),
  backups: async () => (await import('./backups.ts')).benchBackups(),
  writers: async () => (await import('./writers.ts')).benchWriters(),
};
