import { benchAlarms } from './alarms.ts';
import { benchBackups } from './backups.ts';
import { benchEditor } from './editor-hour.ts';
import { benchLimits } from './limits.ts';
import { benchPages } from './pages.ts';
import { benchSignIn } from './sign-in.ts';
import { benchWebhooks } from './webhooks.ts';

const benches = {
  alarms: benchAlarms,
  backups: benchBackups,
  limits: benchLimits,
  pages: benchPages,
  'sign-in': benchSignIn,
  webhooks: benchWebhooks,
};

/**
 * `npm run bench [alarms|backups|limits|pages|sign-in|webhooks]`: all of them, or the one that is named. What costs are counted rather than timed (rows a
 * poll, object calls a page, object requests a day) is held by tests: `tests/workers/cost.test.ts`, `tests/portal/round-trips.test.ts`.
 * `npm run bench -- editor [minutes]` runs n8n itself, and only when it is named.
 */
const chosen = process.argv.slice(2);
if (chosen[0] === 'editor') {
  console.info('-- editor');
  await benchEditor(Number(chosen[1] ?? 1));
  process.exit();
}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.info(`-- ${name}`);
  await bench();
}
