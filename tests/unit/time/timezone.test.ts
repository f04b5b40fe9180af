import { expect, test, vi } from 'vitest';
import { surveySchema } from '#app/domain/account/survey.ts';
import { listTimezones, resolveTimezone } from '#app/domain/time/timezone.ts';

/** A zone's current name, and the one that engines still list. */
const renamed = [
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['Asia/Kathmandu', 'Asia/Katmandu'],
  ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ['America/Nuuk', 'America/Godthab'],
] as const;

test.each(renamed)('offers %s by its current name, and understands %s', (current, former) => {
  expect(listTimezones()).toContain(current);
  expect(listTimezones()).not.toContain(former);
  expect([resolveTimezone(current), resolveTimezone(former)]).toEqual([current, current]);
});

test('lists each zone once, in order, and offers it by its name', () => {
  const [first, ...others] = listTimezones();
  expect(first).toBe('Etc/UTC');
  expect(others).toEqual([...new Set(others)].sort());
  // A zone that the engine lists is not lost.
  for (const zone of Intl.supportedValuesOf('timeZone'))
    if (zone !== 'UTC') expect(resolveTimezone(zone), zone).not.toBeNull();
  for (const zone of others) expect(resolveTimezone(zone)).toBe(zone);
});

test.each(['', 'Mars/Base', '../../etc/passwd', 'europe/berlin', '+02:00', '__proto__'])(
  'offers no %j',
  (name) => {
    expect(resolveTimezone(name)).toBeNull();
  },
);

test('the survey saves a zone by its current name', () => {
  const answer = { workArea: 'ops', codingSkills: '3', companyIndustry: 'saas', companySize: '<20' };
  expect(surveySchema.parse({ ...answer, timezone: 'Europe/Kiev' }).timezone).toBe('Europe/Kyiv');
});

/** A runtime that lists present names, and leaves a name as it is given: https://tc39.es/proposal-canonical-tz/ */
function canonicalize() {
  const zones = listTimezones();
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([...zones].sort());
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const names = new WeakMap<Intl.DateTimeFormat, string>();
  const Format = Intl.DateTimeFormat;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
    const made = new Format(locale, options);
    if (options?.timeZone) names.set(made, options.timeZone);
    return made;
  } as typeof Format);
  vi.spyOn(Format.prototype, 'resolvedOptions').mockImplementation(function resolved(
    this: Intl.DateTimeFormat,
  ) {
    const options = resolvedOptions.call(this);
    return { ...options, timeZone: names.get(this) ?? options.timeZone };
  });
}

test('a runtime that lists present names offers the same zones, and understands the former names', async () => {
  const zones = listTimezones();
  canonicalize();
  vi.resetModules();
  const there = await import('#app/domain/time/timezone.ts');
  expect(there.listTimezones).not.toBe(listTimezones);
  expect(there.listTimezones()).toEqual(zones);
  for (const [present, former] of renamed) expect(there.resolveTimezone(former)).toBe(present);
});

test('every zone that the runtime lists by a former name is offered by its present one', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const present = resolveTimezone(zone) ?? 'Etc/UTC';
    // Both are names of one zone.
    const canonical = new Intl.DateTimeFormat('en', { timeZone: present }).resolvedOptions().timeZone;
    expect([zone, present]).toContain(canonical);
  }
});
