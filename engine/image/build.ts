import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, refuseArguments, runCommand } from '../../scripts/command-line.ts';
import { HOOK_FILE, hookDigest } from '../build.ts';
import { readVersions } from '../versions.ts';
import {
  type Builder,
  builders,
  type CommandLine,
  existsCommand,
  imageCommands,
  refuseTakenTag,
  refuseUntestedHook,
} from './commands.ts';

const BUNDLE: CommandLine = ['npm', 'run', 'engine:build'];
const DOCKERFILE = 'engine/image/Dockerfile';

const USAGE = `npm run engine:image -- VERSION            bundles the hook, and builds the image of this n8n version
npm run engine:image -- VERSION --push     pushes it too
npm run engine:image -- VERSION --dry-run  prints the commands (with --push, also that one)`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(USAGE, {
    options: { push: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const isDryRun = values['dry-run'];
  const versions = readVersions();
  const entry = positionals.length === 1 && versions.find(({ version }) => version === positionals[0]);
  if (!entry) {
    const listed = versions.map(({ version }) => version).join(', ');
    refuseArguments(`Name one version; engine/versions.json lists ${listed}.`, USAGE);
  }
  const builder = isDryRun ? (findBuilder() ?? 'docker') : findBuilder();
  if (!builder) throw new Error(`Building an image needs ${builders.join(' or ')}, able to run.`);
  // wrangler takes a second to load, which a mistyped option need not wait for.
  const { productionOf } = await import('../../scripts/production-of.ts');
  const repository = String(productionOf('wrangler.toml').vars.ENGINE_IMAGE);
  const context = isDryRun ? '{context}' : mkdtempSync(join(tmpdir(), 'weft-image-'));
  try {
    const settings = { builder, repository, entry, revision: revisionOf(values.push && !isDryRun), context };
    const { build, push } = imageCommands(settings);
    if (isDryRun) {
      const commands = [existsCommand(builder, repository, entry.image), BUNDLE, build];
      for (const command of [...commands, ...(values.push ? [push] : [])]) console.info(command.join(' '));
      return;
    }
    refuseTakenTag(entry, (tag) => succeeds(existsCommand(builder, repository, tag)));
    run(BUNDLE);
    refuseUntestedHook(entry, hookDigest());
    copyFileSync(HOOK_FILE, join(context, 'hook.cjs'));
    chmodSync(join(context, 'hook.cjs'), 0o444);
    copyFileSync(DOCKERFILE, join(context, 'Dockerfile'));
    run(build);
    if (values.push) run(push);
  } finally {
    if (!isDryRun) rmSync(context, { recursive: true, force: true });
  }
}

function findBuilder(): Builder | undefined {
  return builders.find((builder) => succeeds([builder, builder === 'buildah' ? 'version' : 'info']));
}

/** @throws when a pushed image would contain uncommitted sources. */
function revisionOf(isPushed: boolean): string {
  const changes = output(['git', 'status', '--porcelain', '--', 'engine', 'package-lock.json']);
  if (changes === '') return output(['git', 'rev-parse', 'HEAD']);
  if (isPushed) throw new Error(`Commit these before an image is pushed:\n${changes}`);
  return `${output(['git', 'rev-parse', 'HEAD'])}-modified`;
}

function output([program, ...args]: CommandLine): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout.trimEnd();
}

function succeeds([program, ...args]: CommandLine): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function run([program, ...args]: CommandLine): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args[0] ?? ''} failed; it says why above.`);
}

await runCommand(main);
