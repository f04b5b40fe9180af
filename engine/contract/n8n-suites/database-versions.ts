import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openState } from '../../hook/state.ts';
import { ProcessExited, type StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';

/** Records another n8n version as the last one that ran on the data. */
function setVersion(file: string, version: string): void {
  const state = openState(file);
  state.setFact('n8n-version', version);
  state.close();
}

/** n8n by itself would start on data of a newer version and damage it. */
export function databaseVersionsSuite(startEngine: StartEngine): void {
  describeWithProcess('a database of a newer n8n', startEngine, ({ workspace }) => {
    test('refuses to start and leaves the data unchanged', async () => {
      await workspace.signIn();
      await workspace.process.stop();
      const file = join(workspace.process.dataFolder, '.n8n', 'weft.sqlite');
      setVersion(file, '99.1.0');
      const failure = await workspace.process.restart().then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(ProcessExited);
      expect(failure).toMatchObject({ exitCode: 78, output: expect.stringContaining('99.1.0') });
      setVersion(file, '1.0.0');
      await workspace.process.restart();
      expect(await workspace.usage()).toMatchObject({ executions: 0 });
    });
  });
}
