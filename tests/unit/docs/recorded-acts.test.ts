import { expect, test } from 'vitest';
import { auditGroups, auditKinds, kindsOfGroup } from '#app/domain/access/audit.ts';
import { permissionRows, rowName } from '../../support/permissions.ts';
import { kindsOf, recordedActs } from '../../support/recorded-acts.ts';

test('every mutating act declares its activity event, or why it has none', () => {
  const acts = permissionRows.filter(({ method }) => method !== 'GET').map(rowName);
  const downloads = permissionRows
    .filter(({ method, path }) => method === 'GET' && /download|archive|attachment|\.csv$|invoice/.test(path))
    .map(rowName);
  const declared = Object.keys(recordedActs);
  expect([...acts, ...downloads].filter((act) => !declared.includes(act))).toEqual([]);
  expect(declared.filter((act) => !permissionRows.map(rowName).includes(act))).toEqual([]);
});

test('every kind of event is recorded by an act', () => {
  const left = new Set(Object.keys(recordedActs).flatMap(kindsOf));
  expect(auditKinds.filter((kind) => !left.has(kind))).toEqual([]);
});

test('every kind of event is in one group of the filter', () => {
  expect(new Set(auditKinds).size).toBe(auditKinds.length);
  expect(auditGroups.flatMap((group) => kindsOfGroup[group])).toEqual([...auditKinds]);
});
