import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatKeptTemplate,
  readKeptTemplate,
  templateIdIn,
  withTemplateId,
} from '#app/domain/flags/kept-template.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';

test.each([
  ['?templateId=1234', '1234'],
  ['?sent&templateId=My_Template-2', 'My_Template-2'],
  ['?returnPath=%2Fdashboard%3FtemplateId%3D1234', '1234'],
  ['?returnPath=%2Fmanage%3Fa%3Db%26templateId%3D1234', '1234'],
  ['?returnPath=%2Fdashboard', null],
  ['?templateId=', null],
  ['?templateId=..%2F..%2Fevil', null],
  ['?templateId=1%262', null],
  ['', null],
])('the query %j requests the template %j', (search, expected) => {
  expect(templateIdIn(search)).toBe(expected);
});

test('a path keeps its own query beside the template', () => {
  expect(withTemplateId('/dashboard', null)).toBe('/dashboard');
  expect(withTemplateId('/dashboard', '5')).toBe('/dashboard?templateId=5');
  expect(withTemplateId('/account?dialog=email', '5')).toBe('/account?dialog=email&templateId=5');
});

test('a browser keeps the template for a day', () => {
  const stored = formatKeptTemplate('1234', 1_000_000);
  expect(readKeptTemplate(stored, 1_000_000)).toBe('1234');
  expect(readKeptTemplate(stored, 1_000_000 + 24 * HOUR_MS - 1)).toBe('1234');
  expect(readKeptTemplate(stored, 1_000_000 + 24 * HOUR_MS)).toBeNull();
  // A clock that was wrong.
  expect(readKeptTemplate(stored, 999_999)).toBeNull();
});

test('ignores invalid text in local storage', () => {
  for (const stored of [
    null,
    '',
    '1234',
    'null',
    '[]',
    '{"templateId":5,"keptAt":0}',
    '{"templateId":"5"}',
  ]) {
    expect(readKeptTemplate(stored, 1), String(stored)).toBeNull();
  }
  expect(readKeptTemplate('{"templateId":"../evil","keptAt":0}', 1)).toBeNull();
  fc.assert(
    fc.property(fc.json(), (stored) => {
      expect(readKeptTemplate(stored, Date.UTC(2026, 0))).toBeNull();
    }),
  );
});
