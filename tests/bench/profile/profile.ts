import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import { BUNDLE_FOLDER } from '#scripts/local/built-worker.ts';
import { freePorts } from '#scripts/local/ports.ts';
import { after, load } from '../support/load.ts';
import { startSides } from '../support/sides.ts';
import { Inspector } from './inspector.ts';
import { type Share, sharesOf } from './shares.ts';

const WARM_UP_MS = 3_000;
const PROFILE_MS = 8_000;
const CONNECTIONS = 8;
const SHOWN = 25;
/** Pages for visitors, which redirect signed-in people. */
const FOR_VISITORS = ['/login', '/register', '/forgot-password', '/magic-link'];

/**
 * `npm run bench -- profile PATH`: the Worker's CPU time during requests for a page, by package and by function. Source
 * maps restore the names of minified functions.
 */
export async function profilePage(path?: string): Promise<void> {
  if (!path?.startsWith('/')) throw new Error('Name a page, such as /dashboard.');
  const { portal: port } = await freePorts();
  process.env.WEFT_INSPECTOR = String(port);
  const sides = await startSides();
  try {
    const target = sides.page(path, !FOR_VISITORS.includes(path));
    await load(target, CONNECTIONS, after(WARM_UP_MS));
    const inspector = await Inspector.open(port);
    let count = 0;
    const profile = await inspector.profile(async () => {
      count = (await load(target, CONNECTIONS, after(PROFILE_MS))).count;
    });
    inspector.close();
    const { packages, functions } = sharesOf(profile, readMaps());
    console.info(`${path}: ${count} requests in ${PROFILE_MS / 1_000} s, raw workerd\n`);
    print('by package', packages);
    print('by function', functions);
  } finally {
    await sides.stop();
  }
}

function readMaps(): (url: string) => SourceMap | undefined {
  const maps = new Map<string, SourceMap | undefined>();
  return (url) => {
    const file = join(BUNDLE_FOLDER, `${basename(url)}.map`);
    if (!maps.has(file))
      maps.set(file, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
    return maps.get(file);
  };
}

function print(title: string, shares: readonly Share[]): void {
  const lines = shares
    .slice(0, SHOWN)
    .map(({ name, share }) => `${(share * 100).toFixed(1).padStart(6)} %  ${name}`);
  console.info(`${title}\n${lines.join('\n')}\n`);
}
