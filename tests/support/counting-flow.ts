import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { CountedRun } from './counted-runs.ts';

/** The flow's request to the ledger: the webhook as n8n gave it to the execution. */
interface Posted {
  url: string;
  number: number;
  heldId?: string;
}

/** A server on this machine that each execution of the counting flow calls once. */
export class ExecutionLedger implements AsyncDisposable {
  readonly runs: CountedRun[] = [];
  readonly #server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { url, number, heldId } = JSON.parse(text) as Posted;
    this.runs.push({ path: new URL(url).pathname, number, ranAt: Date.now(), ...(heldId && { heldId }) });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });

  static async start(): Promise<ExecutionLedger> {
    const ledger = new ExecutionLedger();
    ledger.#server.listen(0, '127.0.0.1');
    await once(ledger.#server, 'listening');
    return ledger;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The ledger does not listen.');
    return `http://127.0.0.1:${address.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/**
 * The counting flow for n8n: a webhook for each path, whose execution calls the ledger. The webhook answers at the end of
 * its execution, so a sender that waits for answers has its webhooks executed in order. It answers without a body, so that
 * the portal may replace n8n's answer.
 */
export function countingFlow(paths: readonly string[], ledgerUrl: string) {
  const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
    id: randomUUID(),
    name,
    type,
    typeVersion,
    position: [0, 0],
    parameters,
  });
  const webhooks = paths.map((path) => ({
    ...node(path, 'n8n-nodes-base.webhook', 2, {
      httpMethod: 'POST',
      path,
      responseMode: 'lastNode',
      responseData: 'noData',
      options: {},
    }),
    webhookId: randomUUID(),
  }));
  const posted = `{ url: $json.webhookUrl, number: $json.body.number, heldId: $json.headers['weft-held-id'] }`;
  const count = node('Count', 'n8n-nodes-base.httpRequest', 4.2, {
    method: 'POST',
    url: ledgerUrl,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify(${posted}) }}`,
    options: {},
  });
  return {
    name: 'Count webhooks',
    nodes: [...webhooks, count],
    connections: Object.fromEntries(
      paths.map((path) => [path, { main: [[{ node: count.name, type: 'main', index: 0 }]] }]),
    ),
    settings: { executionOrder: 'v1' },
  };
}
