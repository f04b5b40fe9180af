import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { changeVersions, type SampleWorkflow, workflow } from '../workflows.ts';
import { signFor } from '../workspace.ts';

/** Adds a node of a type that no n8n version knows. */
function withNode(sample: SampleWorkflow, node: object) {
  const added = { id: 'extra', typeVersion: 1, position: [200, 0], parameters: {}, ...node };
  return changeVersions(sample, ({ nodes }) => ({ nodes: [...nodes, added] }));
}

const unknownNode = { name: 'Gone', type: 'n8n-nodes-base.noSuchNode' };
const unknownCredential = {
  name: 'Keyed',
  type: 'n8n-nodes-base.noOp',
  credentials: { noSuchApi: { id: 'x', name: 'Mine' } },
};

/** Tries a version on a copy of the workflows: docs/decisions/rehearsed-updates.md. */
export function checkSuite(startEngine: StartEngine): void {
  describeWithProcess('the check', startEngine, ({ workspace }) => {
    test('names the workflow and the node that this version does not know, also in a rehearsal', async () => {
      const fine = workflow('fine');
      const inactive = withNode(workflow('inactive', { active: false }), unknownNode);
      const active = withNode(workflow('active'), unknownNode);
      const keyed = withNode(workflow('keyed'), unknownCredential);
      await workspace.process.restart({ WEFT_PURPOSE: 'rehearsal' });
      await workspace.import([fine, inactive, active, keyed]);
      const found = await workspace.check();
      expect(found).toMatchObject({ workflows: 4, activeWorkflows: 3, isCut: false });
      const problem = { kind: 'node_type_unknown', detail: unknownNode.type, node: 'Gone' };
      expect(found.problems).toHaveLength(3);
      expect(found.problems).toEqual(
        expect.arrayContaining([
          { ...problem, workflowId: 'inactive', workflow: 'Workflow inactive', isActive: false },
          { ...problem, workflowId: 'active', workflow: 'Workflow active', isActive: true },
          {
            workflowId: 'keyed',
            workflow: 'Workflow keyed',
            isActive: true,
            kind: 'credential_type_unknown',
            detail: 'noSuchApi',
            node: 'Keyed',
          },
        ]),
      );
      // A rehearsal executes none of the imported workflows.
      expect((await workspace.get('/webhook/fine')).status).toBe(503);
      expect(await workspace.usage()).toMatchObject({ executions: 0 });
      expect(await workspace.workflowIds()).toEqual(['active', 'fine', 'inactive', 'keyed']);
      await workspace.process.restart({ WEFT_PURPOSE: 'serve' });
      expect((await workspace.check()).problems).toEqual(expect.arrayContaining(found.problems));
    });

    test('answers only the holder of the key, and a final backup accepts no workflows', async () => {
      expect((await workspace.get('/weft/check')).status).toBe(401);
      expect((await workspace.get('/weft/check', { headers: signFor('usage') })).status).toBe(401);
      await workspace.process.restart({ WEFT_PURPOSE: 'backup' });
      const refused = await workspace.postSigned('import', JSON.stringify([workflow('late')]));
      expect(refused.status).toBe(503);
      expect(await workspace.exportWorkflows()).not.toContain('Workflow late');
    });
  });
}
