import { benchAlarms } from './alarms.ts';
import { benchBackups } from './backups.ts';
import { benchLimits } from './limits.ts';
import { benchPages } from './pages.ts';
import { benchSignIn } from './sign-in.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWriters } from './writers.ts';

const benches = {
  alarms: benchAlarms,
  backups: benchBackups,
  limits: benchLimits,
  pages: benchPages,
  'sign-in': benchSignIn,
  webhooks: benchWebhooks,
  writers: benchWriters,
};

/**
 * `npm run bench [alarms|backups|limits|pages|sign-in|webhooks|writers]`: all of them, or the one that is named. What costs are counted rather than timed (rows a
 * poll, object calls a page, object requests a day) is held by tests: `tests/workers/cost.test.ts`, `tests/portal/round-trips.test.ts`.
 */
const chosen = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.info(`-- ${name}`);
  await bench();
}
