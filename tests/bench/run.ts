import { benchAlarms } from './alarms.ts';
import { benchBackups } from './backups.ts';
import { benchEditor } from './editor-hour.ts';
import { benchEngine } from './engine.ts';
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

/** These need n8n, which `npm start -- --engine n8n` installs: they run only when they are named. */
const onN8n = {
  editor: (minutes: string) => benchEditor(Number(minutes)),
  engine: benchEngine,
};

/**
 * `npm run bench [alarms|backups|limits|pages|sign-in|webhooks|writers]`: all of them, or those that are named. On n8n:
 * `npm run bench -- engine` and `npm run bench -- editor [minutes]`. What costs are counted rather than timed (rows a
 * poll, object calls a page, object requests a day) is held by tests: `tests/workers/cost.test.ts`, `tests/portal/round-trips.test.ts`.
 */
const chosen = process.argv.slice(2);
const [first = '', second = '1'] = chosen;
if (Object.hasOwn(onN8n, first)) {
  console.info(`-- ${first}`);
  await onN8n[first as keyof typeof onN8n](second);
  process.exit();
}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.info(`-- ${name}`);
  await bench();
}
