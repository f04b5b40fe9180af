import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, type SampleWorkflow, workflow } from '../workflows.ts';
import { signInToken, type Workspace } from '../workspace.ts';

/** About as long as the calls in progress take, so a kill can hit any moment of them. */
const MAX_BEFORE_KILL_MS = 300;
const BUSY = { links: 4, calls: 8, imports: 3 };

/** A call to a process before its kill: the status, or null if the process died first. */
type Asked<What> = { what: What; status: number | null };

async function ask<What>(what: What, call: (what: What) => Promise<Response>): Promise<Asked<What>> {
  try {
    const answer = await call(what);
    await answer.arrayBuffer();
    return { what, status: answer.status };
  } catch {
    return { what, status: null };
  }
}

const importing = (workspace: Workspace) => (one: SampleWorkflow) =>
  workspace.postSigned('import', JSON.stringify([one]));

/** Repeated kills during executions, imports and sign-ins. */
export function killsSuite(startEngine: StartEngine, rounds: number): void {
  describeWithProcess('kills', startEngine, ({ workspace }) => {
    test(`after each of ${rounds} kills no answered request is lost, and no link is accepted twice`, async () => {
      await activate(workspace, 'busy');
      let [answered, sent] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const links = Array.from({ length: BUSY.links }, () => signInToken());
        const samples = Array.from({ length: BUSY.imports }, (_, index) =>
          workflow(`r${round}-${index}`, { active: false }),
        );
        const work = Promise.all([
          Promise.all(links.map((link) => ask(link, (token) => workspace.open(token)))),
          Promise.all(samples.map((sample) => ask(sample, importing(workspace)))),
          Promise.all(
            Array.from({ length: BUSY.calls }, () =>
              ask('busy', (path) => workspace.get(`/webhook/${path}`)),
            ),
          ),
        ]);
        await sleep(Math.random() * MAX_BEFORE_KILL_MS);
        await workspace.process.kill();
        const [opened, imported, called] = await work;
        await workspace.process.restart();

        answered += called.filter(({ status }) => status === 200).length;
        sent += called.length;
        const { executions } = await workspace.usage();
        expect(executions).toBeGreaterThanOrEqual(answered);
        expect(executions).toBeLessThanOrEqual(sent);
        await expectKept(workspace, imported);
        for (const { what: link, status } of opened) await expectTakenOnce(workspace, link, status);
      }
      expect((await workspace.get('/webhook/busy')).status).toBe(200);
    });
  });
}

/** Every acknowledged import exists, and every existing workflow is complete. */
async function expectKept(workspace: Workspace, imported: readonly Asked<SampleWorkflow>[]): Promise<void> {
  const exported = JSON.parse(await workspace.exportWorkflows()) as SampleWorkflow[];
  const byId = new Map(exported.map((one) => [one.id, one]));
  for (const { what, status } of imported) {
    const found = byId.get(what.id);
    if (status === 204 || found) expect(found).toMatchObject(what);
  }
}

async function expectTakenOnce(workspace: Workspace, link: string, status: number | null): Promise<void> {
  const later = [(await workspace.open(link)).status, (await workspace.open(link)).status];
  if (status === 302) expect(later).toEqual([401, 401]);
  // The process may have used the link without answering; it must not accept it after this attempt.
  else expect(later[1]).toBe(401);
}
