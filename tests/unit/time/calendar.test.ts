import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFields, canonicalTimezone } from '#app/domain/time/calendar.ts';
import { listTimezones } from '#app/domain/time/timezone.ts';

test.each([
  // Midnight is hour 00, not 24.
  ['2026-03-09T00:00:00Z', 'Etc/UTC', [9, 2, 2026, '00', '00']],
  ['2026-12-31T23:30:00Z', 'Europe/Berlin', [1, 0, 2027, '00', '30']],
  ['2027-01-01T02:00:00Z', 'America/New_York', [31, 11, 2026, '21', '00']],
  // Both sides of Berlin's skipped hour and of its repeated hour.
  ['2026-03-29T00:59:00Z', 'Europe/Berlin', [29, 2, 2026, '01', '59']],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', [29, 2, 2026, '03', '00']],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', [25, 9, 2026, '02', '30']],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', [25, 9, 2026, '02', '30']],
  // Zones with half and quarter hours, and one where the next day has already begun.
  ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', [1, 5, 2026, '05', '45']],
  ['2026-06-01T00:00:00Z', 'Australia/Lord_Howe', [1, 5, 2026, '10', '30']],
  ['2026-06-01T11:00:00Z', 'Pacific/Kiritimati', [2, 5, 2026, '01', '00']],
] as const)('%s in %s', (instant, zone, [day, monthIndex, year, hour, minute]) => {
  expect(calendarFields(Date.parse(instant), zone)).toEqual({ day, monthIndex, year, hour, minute });
});

test('the fields in UTC equal those of the instant', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (date) => {
        const { day, monthIndex, year, hour, minute } = calendarFields(date.getTime(), 'Etc/UTC');
        const pad = (value: number) => String(value).padStart(2, '0');
        expect([year, pad(monthIndex + 1), pad(day)].join('-')).toBe(date.toISOString().slice(0, 10));
        expect(`${hour}:${minute}`).toBe(date.toISOString().slice(11, 16));
      },
    ),
  );
});

test('every offered zone is valid', () => {
  for (const zone of listTimezones()) expect(canonicalTimezone(zone), zone).not.toBeNull();
});

test.each([
  ['UTC', 'Etc/UTC'],
  ['europe/berlin', 'Europe/Berlin'],
  ['', null],
  ['Mars/Olympus', null],
  ['../../etc/passwd', null],
  ['Europe/Berlin; Secure', null],
  ['<script>', null],
  ['E'.repeat(65), null],
  ['Europe/Berlin\u0000', null],
])('the name %j means the zone %j', (name, zone) => {
  expect(canonicalTimezone(name)).toBe(zone);
});

test('both names of a zone are the same zone', () => {
  expect(canonicalTimezone('Asia/Calcutta')).toBe(canonicalTimezone('Asia/Kolkata'));
});
