import { type EngineVersion, imageRevision } from '#app/domain/instance/engine-versions-schema.ts';

/** Programs that can build an image, in order of preference. */
export const builders = ['docker', 'podman', 'buildah'] as const;
export type Builder = (typeof builders)[number];

/** A program with its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

export interface ImageSettings {
  builder: Builder;
  /** Such as `registry.weft.example/n8n`. */
  repository: string;
  entry: EngineVersion;
  /** The hook's commit. */
  revision: string;
  /** A folder with only the Dockerfile and the bundled hook. */
  context: string;
}

/**
 * @returns the commands that build and push a version's image.
 * @throws for a version without the digest of its stock image, because a tag can move.
 */
export function imageCommands(settings: ImageSettings): { build: CommandLine; push: CommandLine } {
  const { builder, repository, entry, revision, context } = settings;
  const { version, digest, image } = entry;
  if (digest === null) {
    throw new Error(
      `engine/versions.json has no digest of n8n ${version}: npm run engine:pin looks it up and writes it there.`,
    );
  }
  const reference = `${repository}:${image}`;
  const args = { N8N_VERSION: version, N8N_DIGEST: digest, IMAGE_TAG: image, REVISION: revision };
  return {
    build: [
      builder,
      'build',
      ...Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
      '--pull',
      '--tag',
      reference,
      context,
    ],
    push: [builder, 'push', reference],
  };
}

/** @throws when the contract's tests did not pass with this hook on the version. @param hook digest of the bundled hook. */
export function refuseUntestedHook({ version, testedHook }: EngineVersion, hook: string): void {
  if (hook === testedHook) return;
  throw new Error(
    `The contract's tests did not pass on n8n ${version} with this hook: npm run test:n8n -- contract, then commit ` +
      'engine/versions.json.',
  );
}

/** @returns a command that exits with 0 if the registry already has the tag. */
export function existsCommand(builder: Builder, repository: string, tag: string): CommandLine {
  const reference = `${repository}:${tag}`;
  return [builder, 'manifest', 'inspect', builder === 'docker' ? reference : `docker://${reference}`];
}

/**
 * @param exists whether the registry has a tag.
 * @throws when the registry has the version's tag, because clusters may run it. The message names the next tag.
 */
export function refuseTakenTag({ version, image }: EngineVersion, exists: (tag: string) => boolean): void {
  if (!exists(image)) return;
  let next = (imageRevision(version, image) ?? 0) + 1;
  while (exists(`${version}-weft.${next}`)) next += 1;
  throw new Error(
    `The registry has ${image} already. For another image of n8n ${version}, write "image": "${version}-weft.${next}" ` +
      'into engine/versions.json.',
  );
}
