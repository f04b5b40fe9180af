import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** `engine:build` takes no arguments and only bundles. */
const commands = Object.entries(scripts).filter(
  ([name, command]) => /^node (engine|scripts|tests)\//.test(command) && name !== 'engine:build',
);

/** The commands share modules, which Node then compiles once. */
const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/commands' };

/** @returns what the command runs on the pinned Node, without installing packages first. */
function mainOf(script: string): string {
  const [, pinned] = readFileSync(script, 'utf8').match(/runWithPinnedNode\('(.+?)'/) ?? [];
  return pinned ?? script;
}

function run(command: string, ...more: string[]): Promise<{ status: number; out: string; err: string }> {
  const [, script = '', ...args] = command.split(' ');
  return new Promise((resolve) => {
    execFile(process.execPath, [mainOf(script), ...args, ...more], { env }, (error, out, err) => {
      resolve({ status: Number(error?.code ?? 0), out, err });
    });
  });
}

test.each(commands)('%s refuses a mistyped option before it starts anything', async (_name, command) => {
  const { status, out, err } = await run(command, '--chek');
  expect(err).toMatch(/^Unknown option '--chek'\.\n\n(usage: )?npm (run|start|test)/);
  expect(out).toBe('');
  expect(status).toBe(1);
});

// The test above shows for each command that the same function reads its arguments, and its usage; this starts one of them.
test('--help prints the usage, and nothing else happens', async () => {
  const { status, out, err } = await run(scripts.simulate ?? '', '--help');
  expect(out).toMatch(/^npm run simulate/);
  expect(err).toBe('');
  expect(status).toBe(0);
});

test.each([
  ['npm test with a file', scripts.test ?? '', ['tests/unit'], "Unexpected argument 'tests/unit'."],
  ['another engine', scripts.start ?? '', ['--engine', 'large'], '--engine is "small" or "n8n"'],
  ['no number of commands', scripts.simulate ?? '', ['many'], 'COMMANDS is one number'],
  ['no such screen', scripts.screens ?? '', ['nowhere'], 'No screen’s name starts with nowhere.'],
  ['no such width', scripts.screens ?? '', ['--widths', '361'], 'A screen cannot be 361 wide.'],
  ['no such part', scripts['test:n8n'] ?? '', ['everything'], 'The parts are contract and walk.'],
  ['two events', scripts['billing:replay'] ?? '', ['evt_1', 'evt_2'], 'Name one event.'],
])('refuses %s', async (_what, command, args, reason) => {
  const { status, err } = await run(command, ...args);
  expect(err).toContain(reason);
  expect(err).toContain('npm ');
  expect(status).toBe(1);
});
