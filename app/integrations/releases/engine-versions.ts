import { engineVersionsSchema } from '#app/domain/instance/engine-versions.ts';
import list from '#engine/versions.json' with { type: 'json' };

/** The n8n versions that this build of the product knows how to run. */
export const engineVersions = engineVersionsSchema.parse(list);
