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
  ['Africa/Asmara', 'Africa/Asmera'],
  ['America/Argentina/Catamarca', 'America/Catamarca'],
  ['America/Argentina/Cordoba', 'America/Cordoba'],
  ['America/Argentina/Jujuy', 'America/Jujuy'],
  ['America/Argentina/Mendoza', 'America/Mendoza'],
  ['America/Atikokan', 'America/Coral_Harbour'],
  ['America/Indiana/Indianapolis', 'America/Indianapolis'],
  ['America/Kentucky/Louisville', 'America/Louisville'],
  ['Asia/Yangon', 'Asia/Rangoon'],
  ['Atlantic/Faroe', 'Atlantic/Faeroe'],
  ['Pacific/Chuuk', 'Pacific/Truk'],
  ['Pacific/Kanton', 'Pacific/Enderbury'],
  ['Pacific/Pohnpei', 'Pacific/Ponape'],
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

/** A runtime that lists current names, and leaves a name as it is given: https://tc39.es/proposal-canonical-tz/ */
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

test('a runtime that lists current names offers the same zones, and understands the former names', async () => {
  const zones = listTimezones();
  canonicalize();
  vi.resetModules();
  const there = await import('#app/domain/time/timezone.ts');
  expect(there.listTimezones).not.toBe(listTimezones);
  expect(there.listTimezones()).toEqual(zones);
  for (const [current, former] of renamed) expect(there.resolveTimezone(former)).toBe(current);
});

test('offers each zone of the runtime by a name of the same zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const offered = resolveTimezone(zone) ?? 'Etc/UTC';
    const canonical = new Intl.DateTimeFormat('en', { timeZone: offered }).resolvedOptions().timeZone;
    expect([zone, offered]).toContain(canonical);
  }
});
