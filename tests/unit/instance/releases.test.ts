import { expect, test } from 'vitest';
import {
  compareVersions,
  listOfferedVersions,
  newestStable,
  newestUntested,
  parseVersion,
  releaseToStartWith,
  replacementOf,
  versionChange,
} from '#app/domain/instance/releases.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { release, releases, START } from './facts.ts';

test.each([
  ['1.2.3', [1, 2, 3]],
  ['1.2', null],
  ['1.2.3-rc.1', null],
  ['v1.2.3', null],
  ['1.2.3\n', null],
  ['1.2.1234567', null],
  ['', null],
] as const)('%j as a version', (name, expected) => {
  expect(parseVersion(name)).toEqual(expected);
});

test('orders versions by numbers, not digits', () => {
  const names = ['1.10.0', '1.9.9', '2.0.0', '1.9.10', 'none'];
  expect([...names].sort(compareVersions)).toEqual(['none', '1.9.9', '1.9.10', '1.10.0', '2.0.0']);
});

test.each([
  ['1.0.0', '1.0.0', 'none'],
  ['1.0.0', '1.1.0', 'plain'],
  ['1.1.0', '1.0.0', 'downgrade'],
  ['2.1.0', '2.0.0', 'downgrade'],
  ['1.1.0', '2.0.0', 'upgrade-over-breaking'],
  ['1.0.0', '2.2.0', 'upgrade-over-breaking'],
  ['2.0.0', '1.1.0', 'downgrade'],
  ['2.2.0', '1.0.0', 'downgrade'],
  ['1.0.0', '3.0.0', 'unknown'],
  // A running version may have left the feed; its upgrade path is still known.
  ['1.0.5', '2.1.0', 'upgrade-over-breaking'],
])('from %s to %s is %s', (current, next, expected) => {
  expect(versionChange(releases, current, next)).toBe(expected);
});

test('the newest line is beta, and the newest release of the others is stable', () => {
  expect(newestStable(releases)?.name).toBe('2.1.0');
  expect(newestStable([])).toBeNull();
  expect(newestStable([release('1.0.0'), release('1.0.1')])).toBeNull();
});

test('starts a new workspace with the newest stable release, or the newest of the only line', () => {
  expect(releaseToStartWith(releases)?.name).toBe('2.1.0');
  expect(releaseToStartWith([release('1.0.0'), release('1.0.1')])?.name).toBe('1.0.1');
  expect(releaseToStartWith([])).toBeNull();
});

test.each([
  [['2.2.0', '2.3.0'], ['2.2.0'], '2.3.0'],
  [['2.2.0'], ['2.2.0'], null],
  [['2.1.9'], ['2.2.0'], null],
  [['2.2.10'], ['2.2.9'], '2.2.10'],
  [['2.2.0'], [], '2.2.0'],
  [[], ['2.2.0'], null],
])('%j known and %j offered leave %s untested', (known, offered, expected) => {
  const releasesNamed = (names: string[]) => names.map((name) => release(name));
  expect(newestUntested(releasesNamed(known), releasesNamed(offered))).toBe(expected);
});

test('offers the newest release of each line and the running one, never an older one', () => {
  const all = [...releases, release('1.1.5'), release('2.2.3')];
  const offers = (current: string) =>
    listOfferedVersions(all, current).map(({ name, channel, isCurrent, needsConfirmation }) =>
      [name, channel, isCurrent ? 'current' : '', needsConfirmation ? 'confirm' : '']
        .filter(Boolean)
        .join(' '),
    );
  expect(offers('1.1.0')).toEqual([
    '2.2.3 beta confirm',
    '2.1.0 stable confirm',
    '2.0.0 stable confirm',
    '1.1.5 stable',
    '1.1.0 stable current',
  ]);
  expect(offers('2.0.0')).toEqual(['2.2.3 beta', '2.1.0 stable', '2.0.0 stable current']);
});

test.each([
  ['young enough', '1.0.0', 120 * DAY_MS - 1, null],
  ['too old, to the newest compatible one', '1.0.0', 120 * DAY_MS, '1.1.0'],
  ['at the end of its line, to the newest of all', '1.1.0', 120 * DAY_MS, '2.1.0'],
  ['the newest stable one', '2.1.0', 500 * DAY_MS, null],
  ['in beta', '2.2.0', 500 * DAY_MS, null],
  ['unknown', '0.9.0', 500 * DAY_MS, null],
])('a version that is %s', (_what, current, ageMs, expected) => {
  expect(replacementOf(releases, current, START + ageMs)).toBe(expected);
});

test('a withdrawn release is not offered, and its irreversible migrations still count', () => {
  const withdrawn = releases.map((one) =>
    one.name === '2.0.0' ? { ...one, isWithdrawn: true as const } : one,
  );
  expect(versionChange(withdrawn, '1.1.0', '2.0.0')).toBe('unknown');
  expect(versionChange(withdrawn, '1.1.0', '2.1.0')).toBe('upgrade-over-breaking');
  expect(versionChange(withdrawn, '2.0.0', '1.1.0')).toBe('downgrade');
  expect(versionChange(withdrawn, '2.1.0', '1.1.0')).toBe('downgrade');
  expect(listOfferedVersions(withdrawn, '2.0.0').map(({ name }) => name)).toEqual(['2.2.0', '2.1.0']);
  expect(replacementOf(withdrawn, '2.0.0', START + 500 * DAY_MS)).toBeNull();
});

test('never starts with or changes to a withdrawn release automatically', () => {
  const withdrawn = releases.map((one) =>
    one.name.startsWith('2.') ? { ...one, isWithdrawn: true as const } : one,
  );
  expect(newestStable(withdrawn)?.name).toBe('1.0.0');
  expect(releaseToStartWith(withdrawn)?.name).toBe('1.0.0');
  expect(replacementOf(withdrawn, '1.0.0', START + 500 * DAY_MS)).toBeNull();
});
