import type { Internals } from '../internals.ts';
import type { N8n } from '../n8n.ts';
import { checkWorkflows } from './check.ts';
import { credentialsOf } from './credentials.ts';
import { databaseOf } from './database.ts';
import { cancelEnqueuedWebhooks } from './enqueued.ts';
import { exportWorkflows } from './export.ts';
import { importWorkflows } from './import.ts';
import { starters } from './needs.ts';
import { partOf, prototypeOf } from './parts.ts';
import { aroundPublications, observeStops, separateTriggered } from './patches.ts';
import { peopleOf } from './people.ts';

/** @returns the parts of n8n 2.40 or 2.41 that the hook uses. */
export function createN8n(internals: Internals): N8n {
  separateTriggered(internals);
  const listActive = async () => {
    const rows = await databaseOf(internals).query(
      'SELECT id FROM workflow_entity WHERE "activeVersionId" IS NOT NULL AND "isArchived" = 0',
    );
    return rows.map(({ id }) => String(id));
  };
  return {
    ...peopleOf(internals),
    credentials: credentialsOf(internals),
    workflows: {
      listActive,
      aroundPublications: (around) => aroundPublications(internals, around),
      exportAll: () => exportWorkflows(internals),
      checkAll: () => checkWorkflows(internals),
      import: (workflows) => importWorkflows(internals, workflows),
    },
    executions: {
      cancelEnqueuedWebhooks: (since) => cancelEnqueuedWebhooks(internals, since),
      observeStops: (onStop) => observeStops(internals, onStop),
    },

    disableExecutions() {
      for (const [
        name,
        {
          methods: [method],
        },
      ] of Object.entries(starters))
        Object.assign(prototypeOf(internals, name as keyof typeof starters), { [method]: async () => {} });
    },

    badRequest(message) {
      const BadRequestError = partOf<new (message: string) => Error>(internals, 'BadRequestError');
      return new BadRequestError(message);
    },
  };
}
