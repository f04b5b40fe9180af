import { benchAlarms } from './alarms.ts';
import { benchBackups } from './backups.ts';
import { benchEngine } from './engine.ts';
import { benchLimits } from './limits.ts';
import { benchPages } from './pages.ts';
import { benchSignIn } from './sign-in.ts';
import { benchWebhooks } from './webhooks.ts';

/** Needs n8n, which `npm start -- --engine n8n` installs: it runs only when it is named. */
const named = { engine: benchEngine };
const benches = {
  alarms: benchAlarms,
  backups: benchBackups,
  limits: benchLimits,
  pages: benchPages,
  'sign-in': benchSignIn,
  webhooks: benchWebhooks,
};

/**
 * `npm run bench [alarms|backups|engine|limits|pages|sign-in|webhooks]`: all of them but the engine, or the one that is named. What costs are counted rather than timed (rows a
 * poll, object calls a page, object requests a day) is held by tests: `tests/workers/cost.test.ts`, `tests/portal/round-trips.test.ts`.
 */
const chosen = process.argv.slice(2);
for (const [name, bench] of Object.entries({ ...benches, ...named })) {
  if (chosen.length > 0 ? !chosen.includes(name) : name in named) continue;
  console.info(`-- ${name}`);
  await bench();
}
