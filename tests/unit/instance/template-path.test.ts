import { expect, test } from 'vitest';
import { templatePath } from '#app/domain/instance/template-path.ts';

test.each([
  ['1.24.0', '/templates/1234/setup'],
  ['1.24', '/templates/1234/setup'],
  ['v1.24.0', '/templates/1234/setup'],
  ['1.24.0-rc.1', '/templates/1234/setup'],
  ['1.115.3', '/templates/1234/setup'],
  ['2.0.0', '/templates/1234/setup'],
  ['10.1.0', '/templates/1234/setup'],
  ['1.23.9', '/workflows/templates/1234'],
  ['1.23.0+build.5', '/workflows/templates/1234'],
  ['1.2.400', '/workflows/templates/1234'],
  ['v1.3', '/workflows/templates/1234'],
  ['0.236.3', '/workflows/templates/1234'],
  // Unreadable versions are probably newer than the known ones.
  ['nightly', '/templates/1234/setup'],
  ['1', '/templates/1234/setup'],
  ['1.9x', '/templates/1234/setup'],
  ['1.9.0\n', '/templates/1234/setup'],
  ['', '/templates/1234/setup'],
])('a template in a workspace of version %j', (version, expected) => {
  expect(templatePath('1234', version)).toBe(expected);
});

test.each(['a', 'My_Template-2', '-', 'a'.repeat(64)])('accepts %j as an id', (id) => {
  expect(templatePath(id, '1.115.3')).toBe(`/templates/${id}/setup`);
});

test.each([
  '',
  'a'.repeat(65),
  '..',
  'a/b',
  '//evil.example',
  '\\evil',
  '%2F%2Fevil',
  'a b',
  'a\n',
  '\na',
  'a?b=c',
  'a#b',
  'a:b',
  'é',
  '１２',
  'x'.repeat(10_000),
])('refuses %j in any version', (id) => {
  for (const version of ['1.115.3', '1.2.0', 'nightly']) expect(templatePath(id, version)).toBeNull();
});
