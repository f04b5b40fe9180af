import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EngineVersion } from '#app/domain/instance/engine-versions-schema.ts';
import {
  builders,
  existsCommand,
  imageCommands,
  refuseTakenTag,
  refuseUntestedHook,
} from '#engine/image/commands.ts';
import { readVersions } from '#engine/versions.ts';

const digest = `sha256:${'d'.repeat(64)}`;
const entry: EngineVersion = {
  version: '2.41.1',
  image: '2.41.1-weft.2',
  digest,
  testedAt: null,
  testedHook: null,
  withdrawnAt: null,
  releasedAt: '2026-09-23T11:04:44Z',
  hasBreakingChange: false,
  hasSecurityFix: false,
};
const settings = {
  builder: 'docker' as const,
  repository: 'registry.weft.example/n8n',
  entry,
  revision: 'c0ffee',
  context: '/tmp/context',
};
const dockerfile = readFileSync(new URL('../../../engine/image/Dockerfile', import.meta.url), 'utf8');

test('builds on the stock image by its digest, and tags with version and revision', () => {
  expect(imageCommands(settings)).toEqual({
    build: [
      'docker',
      'build',
      '--build-arg',
      'N8N_VERSION=2.41.1',
      '--build-arg',
      `N8N_DIGEST=${digest}`,
      '--build-arg',
      'IMAGE_TAG=2.41.1-weft.2',
      '--build-arg',
      'REVISION=c0ffee',
      '--pull',
      '--tag',
      'registry.weft.example/n8n:2.41.1-weft.2',
      '/tmp/context',
    ],
    push: ['docker', 'push', 'registry.weft.example/n8n:2.41.1-weft.2'],
  });
});

test('passes exactly the arguments that the Dockerfile declares', () => {
  const taken = new Set([...dockerfile.matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name));
  const { build } = imageCommands(settings);
  const given = build.flatMap((part, index) =>
    build[index - 1] === '--build-arg' ? [part.split('=')[0]] : [],
  );
  expect(new Set(given)).toEqual(taken);
});

test.each(builders)('%s does the same work', (builder) => {
  const { build, push } = imageCommands({ ...settings, builder });
  expect([build[0], build.slice(1)]).toEqual([builder, imageCommands(settings).build.slice(1)]);
  expect(push).toEqual([builder, 'push', 'registry.weft.example/n8n:2.41.1-weft.2']);
  expect(existsCommand(builder, settings.repository, '2.41.1-weft.2').join(' ')).toBe(
    `${builder} manifest inspect ${builder === 'docker' ? '' : 'docker://'}registry.weft.example/n8n:2.41.1-weft.2`,
  );
});

test('refuses to build without the digest of the stock image, and says where to find it', () => {
  const build = () => imageCommands({ ...settings, entry: { ...entry, digest: null } });
  expect(build).toThrow('no digest of n8n 2.41.1: npm run engine:pin');
});

test('refuses an existing tag, and names the next free one', () => {
  const taken = new Set(['2.41.1-weft.2', '2.41.1-weft.3']);
  expect(() => refuseTakenTag(entry, (tag) => taken.has(tag))).toThrow(/"image": "2\.41\.1-weft\.4"/);
  expect(() => refuseTakenTag(entry, (tag) => tag === '2.41.1-weft.1')).not.toThrow();
});

test('refuses a hook that the contract was not tested with', () => {
  const [tested, changed] = ['a', 'b'].map((letter) => `sha256:${letter.repeat(64)}`) as [string, string];
  expect(() => refuseUntestedHook({ ...entry, testedHook: tested }, tested)).not.toThrow();
  expect(() => refuseUntestedHook({ ...entry, testedHook: tested }, changed)).toThrow('npm run test:n8n');
  expect(() => refuseUntestedHook(entry, tested)).toThrow('on n8n 2.41.1 with this hook');
});

test('the image is the stock image by digest, runs as node, and adds only the hook', () => {
  const lines = dockerfile.split('\n').filter((line) => /^[A-Z]/.test(line));
  expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
    `FROM docker.n8n.io/n8nio/n8n:\${N8N_VERSION}@\${N8N_DIGEST}`,
  ]);
  expect(lines.filter((line) => /^(ADD|COPY) /.test(line))).toEqual([
    'COPY --chown=0:0 hook.cjs /opt/weft/hook.cjs',
  ]);
  expect(dockerfile).not.toMatch(
    /\b(apk|apt|apt-get|npm|pnpm|corepack|curl|wget)\b.*\b(add|install|-O|http)/,
  );
  expect(lines.slice(-2)).toEqual(['USER node', 'HEALTHCHECK NONE']);
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
});

/** Runs the command itself, without a container builder. */
const runBuild = (...args: string[]) =>
  spawnSync(process.execPath, ['engine/image/build.ts', ...args], { encoding: 'utf8' });

test('the command names the versions that it can build', () => {
  const { status, stderr } = runBuild('1.0.0', '--dry-run');
  expect(status).toBe(1);
  for (const { version } of readVersions()) expect(stderr).toContain(version);
});

test('a dry run prints its commands, or the missing digest', () => {
  const [first] = readVersions();
  if (!first) throw new Error('engine/versions.json is empty');
  const { status, stdout, stderr } = runBuild(first.version, '--dry-run');
  if (first.digest === null) {
    expect(status).toBe(1);
    expect(stderr).toContain(`no digest of n8n ${first.version}`);
  } else {
    expect(status).toBe(0);
    expect(stdout).toContain(`n8n:${first.image}`);
  }
});
