import { expect, test } from 'vitest';
import { addToasts, changesBetween, findUpdatedVersion, MAX_TOASTS } from '#app/components/toasts/changes.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { instanceView } from '../components/instance-view.ts';

const before = instanceView();
const later = (changes: Partial<InstanceView>) => instanceView({ revision: 2, ...changes });

test.each<[string, Partial<InstanceView>, unknown[]]>([
  ['went offline', { status: InstanceStatus.Offline }, [{ kind: 'offline' }]],
  ['was stopped', { status: InstanceStatus.Stopped }, [{ kind: 'stopped' }]],
  ['restarts', { status: InstanceStatus.Pending, cause: 'restart' }, []],
  [
    'has other limits',
    { limits: { executions: 10_000, activeWorkflows: 15 } },
    [{ kind: 'limits', executions: 10_000 }],
  ],
  ['is as before', {}, []],
  ['is of another account', { workspaceId: 'wks_2', status: InstanceStatus.Offline }, []],
  ['is an older view', { revision: 1, status: InstanceStatus.Offline }, []],
])('shows the changes of a workspace that %s', (_what, changes, expected) => {
  expect(changesBetween(before, later(changes))).toEqual(expected);
});

test('shows nothing on the first view', () => {
  expect(changesBetween(null, later({ status: InstanceStatus.Offline }))).toEqual([]);
});

test('shows a version once the workspace runs it', () => {
  const version = { name: '2.0.0' };
  expect(findUpdatedVersion('1.115.3', later({ version, status: InstanceStatus.Pending }))).toBeNull();
  expect(findUpdatedVersion('1.115.3', later({ version }))).toBe('2.0.0');
  expect(findUpdatedVersion('2.0.0', later({ version }))).toBeNull();
  expect(findUpdatedVersion(null, later({ version }))).toBeNull();
});

test('keeps the newest toasts, and the newest one per subject', () => {
  let toasts = addToasts([], [{ kind: 'offline' }, { kind: 'payment-failed' }]);
  toasts = addToasts(toasts, [{ kind: 'payment-received' }, { kind: 'stopped' }]);
  expect(toasts.map(({ kind }) => kind)).toEqual(['payment-failed', 'payment-received', 'stopped']);
  expect(toasts).toHaveLength(MAX_TOASTS);
  const again = addToasts(toasts, [{ kind: 'payment-received' }]);
  expect(again.map(({ kind }) => kind)).toEqual(['payment-failed', 'stopped', 'payment-received']);
  expect(new Set(again.map(({ id }) => id)).size).toBe(MAX_TOASTS);
});
