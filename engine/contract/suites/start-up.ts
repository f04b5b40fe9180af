import { afterAll, describe, expect, test } from 'vitest';
import type { Environment } from '../environment.ts';
import { PortalStandIn } from '../portal-stand-in.ts';
import { ProcessExited, type StartEngine } from '../process.ts';
import { newDataFolder, removeDataFolder } from '../with-process.ts';

/** Exit code for an invalid environment: `EX_CONFIG` of sysexits. */
const EX_CONFIG = 78;
const SECRET = 'short-and-secret-value';

/** A process that lacks a required variable exits and names the variable. */
export function startUpSuite(startEngine: StartEngine): void {
  describe('start-up', () => {
    const dataFolder = newDataFolder();
    afterAll(() => removeDataFolder(dataFolder));

    async function refusalOf(env: Environment): Promise<ProcessExited> {
      await using portal = await PortalStandIn.start();
      try {
        const process = await startEngine({ env, dataFolder, portalUrl: portal.url });
        await process.kill();
      } catch (error) {
        if (error instanceof ProcessExited) return error;
        throw error;
      }
      throw new Error('the process started');
    }

    test.each<[string, Environment, string[]]>([
      ['no key', { WEFT_SIGN_IN_KEY: undefined }, ['WEFT_SIGN_IN_KEY']],
      ['an empty key', { WEFT_SIGN_IN_KEY: '' }, ['WEFT_SIGN_IN_KEY']],
      ['a key of 31 characters', { WEFT_SIGN_IN_KEY: `${SECRET}-12345678` }, ['WEFT_SIGN_IN_KEY']],
      ['no name', { WEFT_WORKSPACE: undefined }, ['WEFT_WORKSPACE']],
      ['no id', { WEFT_WORKSPACE_ID: undefined }, ['WEFT_WORKSPACE_ID']],
      ['no portal', { WEFT_PORTAL_URL: undefined }, ['WEFT_PORTAL_URL']],
      ['an invalid portal address', { WEFT_PORTAL_URL: SECRET }, ['WEFT_PORTAL_URL']],
      ['an unknown purpose', { WEFT_PURPOSE: SECRET }, ['WEFT_PURPOSE']],
      [
        'several of them',
        { WEFT_SIGN_IN_KEY: SECRET, WEFT_WORKSPACE_ID: undefined, WEFT_PURPOSE: SECRET },
        ['WEFT_SIGN_IN_KEY', 'WEFT_WORKSPACE_ID', 'WEFT_PURPOSE'],
      ],
    ])(
      'with %s it exits with 78 and one line that names each variable without values',
      async (_what, env, names) => {
        const { exitCode, output } = await refusalOf(env);
        expect([exitCode, output]).toEqual([EX_CONFIG, expect.stringContaining(names[0] ?? '')]);
        const [line, ...others] = output.split('\n').filter((text) => text.includes('WEFT_'));
        expect(others).toEqual([]);
        for (const name of names) expect(line).toMatch(new RegExp(`\\b${name}\\b`));
        expect(output).not.toContain(SECRET);
      },
    );
  });
}
