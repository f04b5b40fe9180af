import { SourceMap } from 'node:module';
import { expect, test } from 'vitest';
import type { CpuProfile } from '#tests/bench/profile/inspector.ts';
import { sharesOf } from '#tests/bench/profile/shares.ts';

/** One line of a bundle: column 0 belongs to React, column 10 to the product. */
const map = new SourceMap({
  version: 3,
  file: 'app.js',
  sourceRoot: '',
  sources: ['../../node_modules/react-dom/server.js', '../../app/domain/time/clock.ts'],
  sourcesContent: [],
  names: ['renderToString', 'now'],
  mappings: 'AAAAA,UCAAC',
});

function frame(id: number, functionName: string, url: string, columnNumber: number) {
  return { id, callFrame: { functionName, url, lineNumber: 0, columnNumber } };
}

test('a profile’s time is summed by package and by the names before minification', () => {
  const profile: CpuProfile = {
    nodes: [
      frame(1, 'a', 'app.js', 0),
      frame(2, 'b', 'app.js', 10),
      frame(3, '(idle)', '', -1),
      frame(4, '(garbage collector)', '', -1),
    ],
    samples: [1, 2, 3, 4],
    timeDeltas: [500, 250, 9_000, 250],
  };
  const { packages, functions } = sharesOf(profile, (url) => (url === 'app.js' ? map : undefined));
  expect(packages).toEqual([
    { name: 'react-dom', share: 0.5 },
    { name: 'app/domain', share: 0.25 },
    { name: '(garbage collector)', share: 0.25 },
  ]);
  expect(functions[0]).toEqual({ name: 'renderToString, react-dom, react-dom/server.js:1', share: 0.5 });
});
