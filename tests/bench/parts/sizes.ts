import { buildIfChanged } from '#scripts/local/build.ts';
import { readBuiltPages, workerBytes } from '#tests/support/built-pages.ts';
import { buildBare } from '../baselines/build.ts';
import { BARE_FOLDER } from '../baselines/folders.ts';
import { type Section, valueFigure } from '../report/section.ts';

const GOALS = { loginKb: 105, anyKb: 115, workerKib: 400 };

/** Bytes of JavaScript a page loads, and of the Worker, gzip. */
export async function benchSizes(): Promise<Section> {
  buildIfChanged();
  buildBare();
  const [ours, bare] = [readBuiltPages(), readBuiltPages(`${BARE_FOLDER}/client`)];
  const kb = (bytes: number) => bytes / 1_000;
  const sizes = Object.values(ours.pages).map((page) => ({ id: page.id, kb: kb(ours.scriptBytesOf(page)) }));
  const largest = sizes.toSorted((a, b) => b.kb - a.kb)[0] ?? { id: '', kb: Number.NaN };
  const bareHello = Object.values(bare.pages).find(({ id }) => id === 'routes/hello');
  const bareKb = `${bareHello ? kb(bare.scriptBytesOf(bareHello)).toFixed(1) : '-'} kB (hello)`;
  const login = sizes.find(({ id }) => id === 'routes/login')?.kb ?? Number.NaN;
  const bareWorker = `${(workerBytes(`${BARE_FOLDER}/server`) / 1_024).toFixed(0)} KiB (bare Remix)`;
  return {
    title: 'Sizes',
    text: 'gzip, level 9. A page’s JavaScript is everything that a first visit loads: the page’s own, its layouts’, shared chunks, and the route manifest; kB of 1,000 bytes.',
    figures: [
      valueFigure('JavaScript of /login', login, { unit: 'kB', atMost: GOALS.loginKb, baseline: bareKb }),
      valueFigure(`JavaScript of the largest page (${largest.id})`, largest.kb, {
        unit: 'kB',
        atMost: GOALS.anyKb,
        baseline: bareKb,
      }),
      valueFigure('Worker', workerBytes() / 1_024, {
        unit: 'KiB',
        atMost: GOALS.workerKib,
        baseline: bareWorker,
      }),
    ],
  };
}
