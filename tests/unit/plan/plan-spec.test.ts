import type { Client } from '@libsql/client';
import { expect, test } from 'vitest';
import { billedPlanIds } from '#app/domain/billing/offer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { isLatest, isTrial, planGroups } from '#app/domain/plan/plan.ts';
import { planLimitsOf, planNameOf, planSpecOf } from '#app/domain/plan/plan-spec.ts';
import { seedPlans } from '#db/seed/plans.ts';
import { starterLimits as limits, starterName as name, starterSpec } from '../../support/starter-plan.ts';

/** The plan rows that every deployment writes, by column. */
async function readSeededRows(): Promise<Array<Record<string, unknown>>> {
  const rows: Array<Record<string, unknown>> = [];
  const client = {
    batch: async (statements: Array<{ sql: string; args: unknown[] }>) => {
      for (const { sql, args } of statements) {
        const columns = (sql.match(/INSERT INTO plans \(([^)]*)\)/)?.[1] ?? '').split(',');
        rows.push(Object.fromEntries(columns.map((column, index) => [column.trim(), args[index]])));
      }
    },
  };
  await seedPlans(client as unknown as Client);
  return rows;
}

const nameOf = (row: Record<string, unknown>) => ({
  id: row.id,
  displayName: row.display_name,
  group: row.plan_group,
  version: row.version,
  slug: row.slug,
  credentialsLimit: row.credentials_limit,
  supportTier: row.support_tier,
});
const specOf = (row: Record<string, unknown>) => ({
  ...nameOf(row),
  monthlyExecutions: row.monthly_executions_limit,
  activeWorkflows: row.active_workflows_limit,
  logRetentionDays: row.log_retention_days,
  licenseFeatures: JSON.parse(String(row.license_features)),
  enabledFeatures: JSON.parse(String(row.enabled_features)),
  userManagementEnabled: row.user_management_enabled === 1,
  allowCustomQuotas: row.allow_custom_quotas === 1,
});
const limitsOf = (row: Record<string, unknown>) => ({
  monthlyExecutions: row.monthly_executions_limit,
  activeWorkflows: row.active_workflows_limit,
  concurrentExecutions: row.concurrent_executions_limit,
  memoryMib: row.memory_mib,
  cpuMillicores: row.cpu_millicores,
  logRetentionDays: row.log_retention_days,
});

test('every plan has a valid spec, and every billable id has one', async () => {
  const rows = await readSeededRows();
  for (const row of rows) {
    expect(planNameOf(String(row.id), nameOf(row))).toEqual(nameOf(row));
    expect(planLimitsOf(String(row.id), limitsOf(row))).toEqual(limitsOf(row));
    expect(planSpecOf(String(row.id), specOf(row))).toEqual(specOf(row));
  }
  const ids = rows.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['custom', 'large', 'power', 'pro-1', 'pro-2', 'starter', 'trial-1']);
  for (const planId of billedPlanIds) expect(ids).toContain(planId);
});

test('sold plans are current, and retired plans are not', async () => {
  for (const row of await readSeededRows()) {
    const { group, version } = planNameOf(String(row.id), nameOf(row));
    expect(isLatest({ version }), String(row.id)).toBe(group !== 'legacy');
    expect(isTrial({ group }), String(row.id)).toBe(row.id === 'trial-1');
  }
});

test.each([
  [1, false],
  [2, false],
  [3, true],
  [4, true],
])('plans of version %i are the latest: %s', (version, expected) => {
  expect(isLatest({ version })).toBe(expected);
});

test('the groups are those of spec §1', () => {
  expect([...planGroups].sort()).toEqual(['enterprise', 'legacy', 'opt-in', 'opt-out', 'trial']);
});

const spec = { ...name, ...starterSpec };

/** @returns the failure: its code for people, and its cause, which names the plan and the fault for the log. */
function failureOf(read: () => unknown): { code: string; cause: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, cause: String(error.cause) };
    throw error;
  }
  throw new Error('It was read.');
}

test.each([
  [null, 'the row'],
  [{ ...name, group: 'gold' }, 'group'],
  [{ ...name, version: 0 }, 'version'],
  [{ ...name, version: '3' }, 'version'],
  [{ ...name, displayName: '' }, 'displayName'],
  [{ ...name, slug: null }, 'slug'],
  [{ ...name, credentialsLimit: 0 }, 'credentialsLimit'],
  [{ ...name, supportTier: 'gold' }, 'supportTier'],
])('%j names no plan', (row, what) => {
  const { code, cause } = failureOf(() => planNameOf('starter', row));
  expect(code).toBe('user_plan_not_loaded');
  expect(cause).toContain(`The spec of the plan starter cannot be read: ${what}:`);
});

test.each([
  ...Object.keys(limits).flatMap((field) =>
    [0, -1, 2.5, '5', null, Number.NaN, Number.POSITIVE_INFINITY].map((value): [object, string] => [
      { ...limits, [field]: value },
      field,
    ]),
  ),
  [{ ...limits, memoryMib: undefined }, 'memoryMib'] as [object, string],
])('%j are invalid limits, because of %s', (row, what) => {
  const { code, cause } = failureOf(() => planLimitsOf('starter', row));
  expect(code).toBe('user_plan_not_loaded');
  expect(cause).toContain(`: ${what}:`);
});

test.each([
  [{ ...spec, licenseFeatures: {} }, 'licenseFeatures.quota:users'],
  [{ ...spec, licenseFeatures: { 'quota:users': -2 } }, 'licenseFeatures.quota:users'],
  [{ ...spec, enabledFeatures: ['teleport'] }, 'enabledFeatures.0'],
  [{ ...spec, userManagementEnabled: 1 }, 'userManagementEnabled'],
  [{ ...spec, allowCustomQuotas: null }, 'allowCustomQuotas'],
  [{ ...spec, logRetentionDays: 0 }, 'logRetentionDays'],
])('%j is an invalid spec, because of %s', (row, what) => {
  const { code, cause } = failureOf(() => planSpecOf('starter', row));
  expect(code).toBe('user_plan_not_loaded');
  expect(cause).toContain(`: ${what}:`);
});

test('plans have distinct names, and the custom quota is not Enterprise', async () => {
  const rows = await readSeededRows();
  const names = rows.map(({ display_name: name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(rows.filter(({ plan_group: group }) => group === 'enterprise')).toEqual([]);
  expect(
    rows.filter((row) => row.allow_custom_quotas === 1).map(({ id, plan_group }) => [id, plan_group]),
  ).toEqual([['custom', 'opt-in']]);
});

test('log retention is 7 days for Starter and 30 for Pro', async () => {
  const days = Object.fromEntries((await readSeededRows()).map((row) => [row.id, row.log_retention_days]));
  expect(days).toMatchObject({ starter: 7, 'pro-1': 30, 'pro-2': 30 });
});
