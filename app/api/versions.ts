import { z } from 'zod';
import { pick } from '#app/domain/pick.ts';
import { listVersions as readVersions } from '#app/use-cases/workspace/configure-workspace.ts';
import { requireInstance } from './instance.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

const versions = z.array(
  z
    .strictObject({
      name: z.string().meta({ example: '2.41.3' }),
      channel: z.enum(['stable', 'beta']).meta({ example: 'beta' }),
      createdAt: z.iso.datetime().meta({ example: '2026-09-26T01:10:25.000Z' }),
      hasBreakingChange: z.boolean().meta({ example: false }),
      hasSecurityFix: z.boolean().meta({ example: true }),
      isCurrent: z.boolean().meta({ example: false }),
    })
    .meta({ id: 'Version' }),
);

/** Spec §7: newest first. */
export const listVersions = defineCall('GET /instance/n8n-versions', {
  who: caller('workspace:configure'),
  // Revalidated each time: which version is current changes with a click.
  caching: { cacheControl: 'private, no-cache', vary: 'Authorization, Cookie' },
  answers: { 200: json(versions) },
  refusals: ['workspace_not_found'],
  failure: 'versions_unavailable',
  async handle({ context, viewer }) {
    const { version } = await requireInstance(context, viewer);
    const releases = await readVersions(context.services, viewer, version.name);
    return releases.map((release) => ({
      ...pick(release, 'name', 'channel', 'hasBreakingChange', 'hasSecurityFix', 'isCurrent'),
      createdAt: new Date(release.createdAt).toISOString(),
    }));
  },
});
