import { benchAlarms } from './alarms.ts';
import { benchBackups } from './backups.ts';
import { benchComparison } from './compare.ts';
import { benchEditor } from './editor-hour.ts';
import { benchEngine } from './engine.ts';
import { benchHeldWebhooks } from './held-webhooks.ts';
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

/** These run only when they are named: they need n8n, which `npm start -- --engine n8n` installs, another checkout, or five minutes. */
const named = {
  compare: benchComparison,
  editor: (minutes = '1') => benchEditor(Number(minutes)),
  engine: benchEngine,
  'held-webhooks': benchHeldWebhooks,
};

/**
 * `npm run bench [alarms|backups|limits|pages|sign-in|webhooks|writers]`: all of them, or those that are named. On n8n:
 * `npm run bench -- engine` and `npm run bench -- editor [minutes]`. Beside another
 * checkout: `npm run bench -- compare <folder>`. For five minutes: `npm run bench -- held-webhooks`. What costs are counted rather than timed (rows a poll, object calls a page,
 * object requests a day) is held by tests: `tests/workers/cost.test.ts`, `tests/portal/round-trips.test.ts`.
 */
const chosen = process.argv.slice(2);
const [first = '', second] = chosen;
if (Object.hasOwn(named, first)) {
  console.info(`-- ${first}`);
  await named[first as keyof typeof named](second);
  process.exit();
}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.info(`-- ${name}`);
  await bench();
}
