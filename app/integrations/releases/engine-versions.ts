import type { EngineVersion } from '#app/domain/instance/engine-versions-schema.ts';
import list from '#engine/versions.json' with { type: 'json' };

/** The n8n versions that this build of the product knows how to run. A unit test validates the list, not each start of the Worker. */
export const engineVersions: readonly EngineVersion[] = list;
