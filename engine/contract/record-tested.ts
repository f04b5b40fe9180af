import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { HOOK_FILE, hookDigest } from '../build.ts';
import { recordTested } from '../versions.ts';
import { isWholeRun, MIN_KILLS } from './whole-run.ts';

/** Title of a version's suite in n8n.test.ts. */
const VERSION_SUITE = /^n8n (\d+\.\d+\.\d+)$/;

export interface RecordTestedOptions {
  /** The list of versions; defaults to engine/versions.json. */
  file?: string;
  /** The bundled hook; defaults to the output of engine/build.ts. */
  hookFile?: string;
}

/**
 * Records a passed contract and its hook in engine/versions.json, after a run in which every test of that version passed.
 * The product offers the version from then on.
 */
export default class RecordTested implements Reporter {
  readonly #file: string | undefined;
  readonly #hookFile: string;

  constructor({ file, hookFile = HOOK_FILE }: RecordTestedOptions = {}) {
    this.#file = file;
    this.#hookFile = hookFile;
  }

  onTestRunEnd(testModules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const kills = Number(process.env.WEFT_KILLS ?? MIN_KILLS);
    for (const [version, tests] of testsByVersion(testModules)) {
      const states = tests.map((test) => test.result().state);
      const isClean = unhandledErrors.length === 0 && testModules.every((one) => one.errors().length === 0);
      if (!isClean || !isWholeRun(states, kills)) {
        console.info(`n8n ${version} is not recorded as tested: that needs a whole green run.`);
        continue;
      }
      recordTested(version, { at: new Date(), hook: hookDigest(this.#hookFile) }, this.#file);
      console.info(`n8n ${version} is recorded as tested in engine/versions.json.`);
    }
  }
}

function testsByVersion(testModules: readonly TestModule[]): Map<string, TestCase[]> {
  const found = new Map<string, TestCase[]>();
  for (const testModule of testModules) {
    for (const suite of testModule.children.suites()) {
      const version = VERSION_SUITE.exec(suite.name)?.[1];
      if (version) found.set(version, [...suite.children.allTests()]);
    }
  }
  return found;
}
