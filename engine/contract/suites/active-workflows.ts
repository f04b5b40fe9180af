import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess, restartAndAsk, type SuiteContext } from '../with-process.ts';
import { activate, draft } from '../workflows.ts';
import type { CreatedWorkflow } from '../workspace.ts';

/** The plan's limit of active workflows, enforced by the process itself. */
export function activeWorkflowsSuite(startEngine: StartEngine): void {
  const declare = (context: SuiteContext) => {
    const { workspace, portal } = context;
    let cookie: string;
    let drafts: CreatedWorkflow[];
    const countActive = async () => (await workspace.usage()).activeWorkflows;
    const publish = ({ id, versionId }: CreatedWorkflow) =>
      workspace.post(`/rest/workflows/${id}/activate`, { versionId }, { cookie });
    const unpublish = async ({ id }: CreatedWorkflow) =>
      (await workspace.post(`/rest/workflows/${id}/deactivate`, {}, { cookie })).status;
    const refusal = (limit: number, active: number) => ({
      message: `Your plan includes ${limit} active workflows, and ${active} are active. To publish this workflow, unpublish another one or change the plan at ${portal.url}/account/change-plan`,
    });

    test('publications that arrive together do not exceed the limit', async () => {
      cookie = await workspace.signIn();
      drafts = await createDrafts(context, cookie, 8);
      await activate(workspace, 'imported');
      const answers = await Promise.all(drafts.map(publish));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400, 400, 400]);
      expect(await countActive()).toBe(4);
      const refused = answers.filter(({ status }) => status === 400);
      for (const answer of refused) expect(await answer.json()).toMatchObject(refusal(4, 4));
      // The published ones first.
      drafts = [...drafts.keys()]
        .sort((a, b) => (answers[a]?.status ?? 0) - (answers[b]?.status ?? 0))
        .flatMap((index) => drafts[index] ?? []);
    });

    test('an active workflow is published again at the limit, and an unpublished one frees its place', async () => {
      const [first, second] = drafts as [CreatedWorkflow, CreatedWorkflow];
      const another = drafts.at(-1) as CreatedWorkflow;
      expect((await publish(first)).status).toBe(200);
      expect((await publish(another)).status).toBe(400);
      expect(await unpublish(second)).toBe(200);
      expect((await publish(another)).status).toBe(200);
      expect((await publish(second)).status).toBe(400);
      expect(await countActive()).toBe(4);
    });

    test('an upgrade applies to the next publication, within five seconds', async () => {
      portal.activeWorkflows = 5;
      const second = drafts[1] as CreatedWorkflow;
      await eventually('the upgrade applies', async () => (await publish(second)).status === 200);
      expect(await countActive()).toBe(5);
    });

    test('a downgrade and an import leave more active than the limit, and refuse only publications', async () => {
      portal.activeWorkflows = 3;
      await activate(workspace, 'imported-too');
      await restartAndAsk(context);
      expect(await countActive()).toBe(6);
      const [first, second, third] = drafts as [CreatedWorkflow, CreatedWorkflow, CreatedWorkflow];
      expect((await publish(first)).status).toBe(200);
      const inactive = (await createDrafts(context, cookie, 1))[0] as CreatedWorkflow;
      expect(await (await publish(inactive)).json()).toMatchObject(refusal(3, 6));
      for (const one of [second, third]) expect(await unpublish(one)).toBe(200);
      expect(await (await publish(inactive)).json()).toMatchObject(refusal(3, 4));
    });

    test('the last known limit applies while the portal does not respond', async () => {
      portal.isSilent = true;
      const [first, second] = drafts as [CreatedWorkflow, CreatedWorkflow];
      expect((await publish(second)).status).toBe(400);
      expect((await publish(first)).status).toBe(200);
      portal.isSilent = false;
    });
  };
  describeWithProcess('active workflows', startEngine, declare, (portal) => {
    portal.activeWorkflows = 4;
  });
}

async function createDrafts(
  { workspace }: SuiteContext,
  cookie: string,
  count: number,
): Promise<CreatedWorkflow[]> {
  const created: CreatedWorkflow[] = [];
  for (let index = 0; index < count; index += 1) {
    const fields = { ...draft(`draft-${Date.now()}-${index}`), active: false };
    created.push(await workspace.createWorkflow(fields, cookie));
  }
  return created;
}
