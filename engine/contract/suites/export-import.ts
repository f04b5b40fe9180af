import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, type SampleWorkflow, untilStatus, workflow } from '../workflows.ts';
import { digestBody, signFor, type Workspace } from '../workspace.ts';

const KEYS_OF_SOME = ['description', 'nodeGroups', 'staticData'];
const MAX_VERSION_BYTES = 16 * 1024 * 1024;

async function exportById(workspace: Workspace): Promise<Map<string, SampleWorkflow>> {
  const all = JSON.parse(await workspace.exportWorkflows()) as SampleWorkflow[];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  return new Map(all.map((one) => [one.id, one]));
}

/** Workflows move from one workspace to another with identical bytes. */
export function exportImportSuite(startEngine: StartEngine): void {
  let archive = '';

  describeWithProcess('export and import', startEngine, ({ workspace }) => {
    test('an empty workspace exports an empty list', async () => {
      expect(JSON.parse(await workspace.exportWorkflows())).toEqual([]);
    });

    test('exports workflows as they were imported, drafts and published ones', async () => {
      const [active, draft] = [workflow('a'), workflow('bb', { active: false, name: 'Ä \u0001 🙂' })];
      // Edits after publishing do not run.
      const edited = { ...workflow('ccc'), versionId: 'draft-of-ccc', connections: {} };
      await workspace.import([active, draft, edited]);
      const exported = await exportById(workspace);
      for (const imported of [active, draft, edited])
        expect(exported.get(imported.id)).toMatchObject(imported);
      for (const one of exported.values())
        expect(
          Object.keys(one)
            .filter((key) => !KEYS_OF_SOME.includes(key))
            .sort(),
        ).toEqual(Object.keys(active).sort());
    });

    test('exports the same bytes until someone changes a workflow, across runs and restarts', async () => {
      await activate(workspace, 'a');
      const before = await workspace.exportWorkflows();
      // The import registers the webhook again.
      await untilStatus(workspace, '/webhook/a', 200);
      expect(await workspace.exportWorkflows()).toBe(before);
      // The export never contains credentials.
      const asked = await workspace.get('/weft/export?credentials=1', { headers: signFor('export') });
      expect(await asked.text()).toBe(before);
      await workspace.process.restart();
      archive = await workspace.exportWorkflows();
      expect(archive).toBe(before);
    });

    test('an import replaces workflows with the same id, and is idempotent', async () => {
      const changed = { ...workflow('bb', { active: false }), name: 'Changed', tags: ['beta'], folder: [] };
      for (const _repeat of [1, 2]) await workspace.import([changed]);
      const exported = await exportById(workspace);
      expect(exported.size).toBe(3);
      expect(exported.get('bb')).toMatchObject(changed);
    });

    test('triggers follow an import', async () => {
      await activate(workspace, 'moved');
      await workspace.import([workflow('moved', { active: false })]);
      await untilStatus(workspace, '/webhook/moved', 404);
    });

    test('accepts a workflow without the fields that n8n fills in, and exports it in the same bytes', async () => {
      const bare = { id: 'bare', name: 'Bare', nodes: [], connections: {} };
      await workspace.import([bare]);
      const exported = await workspace.exportWorkflows();
      expect((await exportById(workspace)).get('bare')).toMatchObject(bare);
      await workspace.import(JSON.parse(exported));
      expect(await workspace.exportWorkflows()).toBe(exported);
    });

    test('an import without a signature for its body, or with anything but workflows, changes nothing', async () => {
      const before = await workspace.exportWorkflows();
      const body = JSON.stringify([workflow('new')]);
      for (const purpose of ['import', `import:${digestBody('[]')}`, `people:${digestBody(body)}`]) {
        const { status } = await workspace.get('/weft/import', {
          method: 'POST',
          headers: signFor(purpose),
          body,
        });
        expect([purpose, status]).toEqual([purpose, 401]);
      }
      for (const bad of [
        'no JSON',
        '{}',
        '[1]',
        '[null]',
        JSON.stringify([workflow('new'), { id: 'b' }]),
        JSON.stringify([workflow('new'), { ...workflow('b'), nodes: {} }]),
        JSON.stringify([workflow('new'), { ...workflow('b'), connections: null }]),
        JSON.stringify([{ ...workflow('b'), id: 7 }]),
        JSON.stringify([{ ...workflow('b'), id: '' }]),
        JSON.stringify([workflow('../b')]),
        JSON.stringify([workflow('b'.repeat(65))]),
        JSON.stringify([workflow('b', { name: 'b'.repeat(129) })]),
        body.slice(0, -20),
      ])
        expect([bad.slice(0, 80), (await workspace.postSigned('import', bad)).status]).toEqual([
          bad.slice(0, 80),
          400,
        ]);
      expect(await workspace.exportWorkflows()).toBe(before);
    });

    test('a truncated import changes nothing', async () => {
      const before = await workspace.exportWorkflows();
      const body = JSON.stringify([workflow('cut')]);
      const half = new ReadableStream({
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode(body.slice(0, body.length / 2)));
          controller.error(new Error('cut off'));
        },
      });
      const headers = signFor(`import:${digestBody(body)}`);
      await expect(
        workspace.get('/weft/import', { method: 'POST', headers, body: half, duplex: 'half' } as RequestInit),
      ).rejects.toThrow();
      expect(await workspace.exportWorkflows()).toBe(before);
    });

    test('imports and exports a workflow of two versions of 16 MiB', async () => {
      const large = workflow('large');
      const [first, ...rest] = large.nodes;
      const room16 = MAX_VERSION_BYTES - JSON.stringify([large]).length;
      const nodes = [{ ...first, parameters: { ...first?.parameters, notes: 'x'.repeat(room16) } }, ...rest];
      const published = large.published && { ...large.published, nodes };
      await workspace.import([{ ...large, nodes, published }]);
      const exported = (await exportById(workspace)).get('large');
      expect(exported?.nodes).toEqual(nodes);
      expect(exported?.published?.nodes).toEqual(nodes);
    });
  });

  describeWithProcess('restore into another workspace', startEngine, ({ workspace }) => {
    test('another workspace exports imported workflows in the same bytes', async () => {
      expect(archive).not.toBe('');
      await workspace.import(JSON.parse(archive));
      expect(await workspace.exportWorkflows()).toBe(archive);
      await workspace.process.restart();
      expect(await workspace.exportWorkflows()).toBe(archive);
    });
  });
}
