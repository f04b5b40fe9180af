import type { HookConfig } from './config.ts';
import { answerRows, answerSums } from './execution-query.ts';
import type { Usage } from './executions.ts';
import { type Handler, Refusal, sendJson } from './http.ts';
import { requireSignature } from './signed-call.ts';
import type { HookState } from './state.ts';

interface Ports {
  config: Pick<HookConfig, 'signInKey'>;
  state: Pick<HookState, 'executions'>;
  readUsage(): Promise<Usage>;
}

/** The routes by which the portal reads the usage, and the executions behind it. */
export function usageHandlers({ config, state, readUsage }: Ports) {
  const signed =
    (purpose: string, read: (query: URLSearchParams) => object | null | Promise<object>): Handler =>
    async (request, response) => {
      requireSignature(request, purpose, config.signInKey);
      const data = await read(new URLSearchParams((request.url ?? '').split('?').slice(1).join('?')));
      if (!data) throw new Refusal(400, 'This query is invalid.');
      sendJson(response, 200, { data });
    };
  return {
    usage: signed('usage', readUsage),
    days: signed('usage-days', (query) => answerSums(state.executions, query)),
    rows: signed('executions', (query) => answerRows(state.executions, query)),
  };
}
