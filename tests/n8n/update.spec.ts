import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { call as callApi } from '../support/api-calls.ts';
import { deviationsOf, NO_DEVIATIONS } from '../support/counted-runs.ts';
import { countingFlow, ExecutionLedger } from '../support/counting-flow.ts';
import { CountingSender } from '../support/counting-sender.ts';
import { createWorkflow, enterWorkspace, post, publishWorkflow, readData } from '../support/n8n-workspace.ts';
import { eventually, PortalClient } from '../support/portal-client.ts';
import { instanceOf, setUpOnline } from '../support/set-up.ts';
import { expect, signInAs, test } from './support/fixtures.ts';
import { oldStepWorkflow, REMOVED_NODE } from './support/old-step.ts';

const OLD_VERSION = '2.40.7';
const NEW_VERSION = '2.41.1';
/** A start, a rehearsal or an update of n8n on a busy machine. */
const WITHIN_MS = 900_000;

/** Makes a migration of NEW_VERSION fail on this data but not on a copy: the column that it adds already exists. */
function blockMigration(dataDirectory: string, workspace: string): void {
  const volumes = join(dataDirectory, 'sandbox', 'volumes');
  const [claim, ...others] = readdirSync(volumes).filter((name) => name.startsWith(`ws-${workspace}`));
  if (!claim || others.length > 0) throw new Error(`${workspace} has other claims than one.`);
  const database = new DatabaseSync(join(volumes, claim, '.n8n', 'database.sqlite'), { timeout: 10_000 });
  database.exec('ALTER TABLE credentials_entity ADD COLUMN description text');
  database.close();
}

test('stops an update that breaks a workflow, and reverts a failed one completely', async ({
  page,
  stack,
}) => {
  const client = new PortalClient(stack);
  const owner = await setUpOnline(client, WITHIN_MS);
  const name = owner.accountName;
  await signInAs(page, client);
  const place = await enterWorkspace(client, name);
  await using ledger = await ExecutionLedger.start();
  const sender = new CountingSender({ portal: stack, workspace: name, paths: 2, perSecond: 1 });
  const chooseNewVersion = async () => {
    const change = { version: NEW_VERSION, confirmName: name };
    expect((await callApi(client, 'PUT', '/instance/configuration', change)).status).toBe(202);
  };
  const reported = async (headline: string) => {
    await page.goto('/manage/update');
    await expect(page.getByText(headline)).toBeVisible({ timeout: WITHIN_MS });
  };

  const old = await test.step('has workflows, a credential and executions', async () => {
    expect(await instanceOf(client)).toMatchObject({ version: { name: OLD_VERSION } });
    await publishWorkflow(place, countingFlow(sender.paths, ledger.url));
    await post(place, '/rest/credentials', {
      name: 'Kept',
      type: 'httpHeaderAuth',
      data: { name: 'a', value: 'b' },
    });
    sender.start();
    await eventually(async () => ledger.runs.length > 1, WITHIN_MS);
    return publishWorkflow(place, oldStepWorkflow());
  });

  await test.step('a version without a node of an active workflow is reported with the node', async () => {
    await chooseNewVersion();
    await reported(`${NEW_VERSION} would break your workflows`);
    await expect(page.getByText('node “Old step”')).toBeVisible();
    await expect(page.getByText(`${NEW_VERSION} doesn’t have the node type ${REMOVED_NODE}.`)).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('blocked.png'), fullPage: true });
    expect(await instanceOf(client)).toMatchObject({ status: 1, version: { name: OLD_VERSION } });
  });

  await test.step('reverts a version that does not start on the data', async () => {
    await post(place, `/rest/workflows/${old.id}/deactivate`, {});
    await createWorkflow(place, { ...oldStepWorkflow(), name: 'A draft' });
    blockMigration(stack.dataDirectory, name);
    await chooseNewVersion();
    await eventually(async () => (await instanceOf(client)).version.name === NEW_VERSION, WITHIN_MS);
    const swappedAt = performance.now();
    await eventually(async () => {
      const { status, version } = await instanceOf(client);
      return status === 1 && version.name === OLD_VERSION;
    }, WITHIN_MS);
    console.info(`went back ${((performance.now() - swappedAt) / 1_000).toFixed(0)} s after the change`);
    await reported(`${NEW_VERSION} passed, but your workspace went back to ${OLD_VERSION}`);
    await page.screenshot({ path: test.info().outputPath('went-back.png'), fullPage: true });
    await client.mail(owner.email, / went back to n8n 2.40.7/);
  });

  await test.step('loses nothing, and executes every webhook once', async () => {
    await sender.stop();
    const isReplayed = async () => {
      const answer = await callApi(client, 'GET', '/instance/webhook-queue');
      return ((await answer.json()) as { totals: { waiting: number } }).totals.waiting === 0;
    };
    await eventually(isReplayed, WITHIN_MS);
    expect(sender.count('held')).toBeGreaterThan(0);
    expect(deviationsOf(sender.sent, ledger.runs)).toEqual(NO_DEVIATIONS);
    expect(await readData(place, '/rest/credentials')).toMatchObject([{ name: 'Kept' }]);
    const workflows = await readData<Array<{ name: string }>>(place, '/rest/workflows');
    expect(workflows.map(({ name }) => name).sort()).toEqual(['A draft', 'Count webhooks', 'Old step']);
    const { count } = await readData<{ count: number }>(place, '/rest/executions');
    expect(count).toBe(ledger.runs.length);
  });
});
