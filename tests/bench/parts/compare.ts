import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Stack } from '#scripts/local/stack.ts';
import { readBuiltPages, workerBytes } from '#tests/support/built-pages.ts';
import { PortalClient } from '#tests/support/portal-client.ts';
import { setUpOnline } from '#tests/support/set-up.ts';
import { ratioFigure, type Section } from '../report/section.ts';
import { interleave, medianOf, medianRatio } from '../support/interleave.ts';
import type { LoadResult, Target } from '../support/load.ts';
import { cookiesOf, portOf, visitorHeaders } from '../support/sides.ts';

const SETTINGS = { rounds: 7, roundMs: 1_000, connections: 8 };
const SIGNED_IN = ['/dashboard', '/manage', '/account/activity', '/api/instance', '/api/auth/me'];
const VISITED = ['/login', '/register'];
/** The files that a comparison needs from the other checkout. */
const NEEDED = ['tests/support/test-stack.ts', 'node_modules', 'package.json'];

/**
 * `npm run bench -- compare FOLDER`: compares this checkout with another; each is built and started in one run by its own
 * code.
 * @param folder another checkout of this project with its dependencies installed.
 */
export async function benchComparison(folder?: string): Promise<Section> {
  if (folder === undefined) throw new Error('Name the folder of another checkout.');
  const other = resolve(folder);
  const missing = NEEDED.find((path) => !existsSync(join(other, path)));
  if (missing)
    throw new Error(
      `${other} has no ${missing}: name a checkout of this project, after \`npm install\` there.`,
    );
  const here = await startIn(process.cwd());
  try {
    const there = await startIn(other);
    try {
      return await compare(here, there, other);
    } finally {
      await there.stop();
    }
  } finally {
    await here.stop();
  }
}

interface Side {
  targets: Record<string, Target>;
  stop(): Promise<void>;
}

async function startIn(folder: string): Promise<Side> {
  const cwd = process.cwd();
  const path = process.env.PATH;
  // A stack finds its build and its programs through the working folder and PATH.
  process.chdir(folder);
  process.env.PATH = `${join(folder, 'node_modules/.bin')}:${path}`;
  try {
    const module = (await import(join(folder, 'tests/support/test-stack.ts'))) as {
      startTestStack: () => Promise<Stack>;
    };
    const stack = await module.startTestStack();
    const client = new PortalClient(stack);
    await setUpOnline(client);
    const port = portOf(stack);
    const visitor = visitorHeaders(stack, client.address);
    const asked = [
      ...VISITED.map((page) => [page, { port, path: page, headers: visitor }] as const),
      ...SIGNED_IN.map(
        (page) => [page, { port, path: page, headers: { ...visitor, Cookie: cookiesOf(client) } }] as const,
      ),
    ];
    return { targets: Object.fromEntries(asked), stop: () => stack.stop() };
  } finally {
    process.chdir(cwd);
    process.env.PATH = path;
  }
}

async function compare(here: Side, there: Side, other: string): Promise<Section> {
  const prefixed = (side: string, { targets }: Side) =>
    Object.entries(targets).map(([path, target]) => [`${side} ${path}`, target] as const);
  const results: Record<string, LoadResult[]> = await interleave(
    Object.fromEntries([...prefixed('here', here), ...prefixed('there', there)]),
    SETTINGS,
  );
  const cpu = ({ cpuMsPerRequest }: LoadResult) => cpuMsPerRequest;
  const pages = Object.keys(here.targets).map((path) => {
    const [ours, theirs] = [results[`here ${path}`] ?? [], results[`there ${path}`] ?? []];
    const baseline = { value: medianOf(theirs, cpu), name: 'there' };
    return ratioFigure(path, medianOf(ours, cpu), baseline, {
      ratio: medianRatio(ours, theirs, cpu),
      unit: 'ms',
    });
  });
  const built = (name: string, measure: (folder: string) => number, unit: string) => {
    const [ours, theirs] = [measure('.'), measure(other)];
    return ratioFigure(name, ours, { value: theirs, name: 'there' }, { ratio: ours / theirs, unit });
  };
  const loginKb = (folder: string) => {
    const { pages: all, scriptBytesOf } = readBuiltPages(join(folder, 'build/client'));
    const login = Object.values(all).find(({ id }) => id === 'routes/login');
    return login ? scriptBytesOf(login) / 1_000 : Number.NaN;
  };
  return {
    title: 'Compared with another checkout',
    text: [
      `This checkout compared with ${describeCheckout(other)}. CPU time of workerd per request, each built and started by its own code (Miniflare);`,
      `medians of ${SETTINGS.rounds} alternating rounds, ${SETTINGS.connections} connections.`,
    ].join('\n'),
    figures: [
      ...pages,
      built('JavaScript of /login', loginKb, 'kB'),
      // Before the Worker and Remix became one bundle, these modules were only Remix's (docs/decisions/one-bundle.md).
      ...(existsSync(join(other, 'build/server/app.js'))
        ? [built('Worker', (folder) => workerBytes(join(folder, 'build/server')) / 1_024, 'KiB')]
        : []),
    ],
  };
}

/** @returns the commit of a checkout and its date; the folder without git. */
function describeCheckout(folder: string): string {
  try {
    const format = ['log', '-1', '--format=%h of %cs, "%s"'];
    return execFileSync('git', ['-C', folder, ...format], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return folder;
  }
}
