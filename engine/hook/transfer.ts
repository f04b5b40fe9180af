import type { ServerResponse } from 'node:http';
import type { HookConfig } from './config.ts';
import { openCredentials, sealCredentials } from './credentials-file.ts';
import { type Handler, parseJson, Refusal, sendEmpty, sendJson } from './http.ts';
import type { N8n } from './n8n/n8n.ts';
import { readSignedBody, requireSignature } from './signed-call.ts';
import { readWorkflows } from './workflow.ts';

/** The largest workflow that a backup restores, with the brackets around it. */
const MAX_IMPORT_BYTES = 33 * 1024 * 1024 + 2;
const MAX_CREDENTIALS_BYTES = 16 * 1024 * 1024;
const MAX_PASSPHRASE_BYTES = 4 * 1024;
/** The portal sends one body after another. */
const BODIES_AT_ONCE = 2;

interface Ports {
  config: HookConfig;
  n8n: N8n;
}

/** The routes by which the portal reads and writes workflows, and credentials under a passphrase. */
export function transferHandlers({ config, n8n }: Ports) {
  let bodiesInHand = 0;
  const signedBody =
    (
      purpose: string,
      maxBytes: number,
      act: (body: Buffer, response: ServerResponse) => Promise<void>,
    ): Handler =>
    async (request, response) => {
      // A wrong signature shows only at the body's end, so the number read at once is limited.
      if (bodiesInHand >= BODIES_AT_ONCE)
        throw new Refusal(503, 'The workspace is reading other bodies. Try again.');
      bodiesInHand += 1;
      const body = await readSignedBody(request, { purpose, maxBytes, key: config.signInKey }).finally(() => {
        bodiesInHand -= 1;
      });
      await act(body, response);
    };

  return {
    export: (async (request, response) => {
      requireSignature(request, 'export', config.signInKey);
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      let separator = '[';
      for await (const workflow of n8n.workflows.exportAll()) {
        if (response.destroyed) return;
        if (!response.write(separator + workflow)) await waitForDrain(response);
        separator = ',\n';
      }
      response.end(separator === '[' ? '[]' : ']');
    }) satisfies Handler,

    import: signedBody('import', MAX_IMPORT_BYTES, async (body, response) => {
      const workflows = readWorkflows(parseJson(body));
      if (!workflows) throw new Refusal(400, 'The body is not a list of workflows.');
      await n8n.workflows.import(workflows);
      sendEmpty(response);
    }),

    exportCredentials: signedBody('export-credentials', MAX_PASSPHRASE_BYTES, async (body, response) => {
      const { passphrase } = fieldsOf(parseJson(body));
      sendJson(response, 200, await sealCredentials(await n8n.credentials.exportAll(), passphrase));
    }),

    importCredentials: signedBody('import-credentials', MAX_CREDENTIALS_BYTES, async (body, response) => {
      const given = fieldsOf(parseJson(body));
      await n8n.credentials.import(await openCredentials(given, given.passphrase));
      sendEmpty(response);
    }),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Refusal(400, 'The body is not an object.');
  return value as Record<string, unknown>;
}

/** Resolves when the response accepts more data, or its reader is gone. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
