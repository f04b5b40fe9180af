import type { HookConfig } from './config.ts';
import { answerRows, answerSums } from './execution-query.ts';
import { type Handler, Refusal, sendJson } from './http.ts';
import { isSignedCall } from './signatures.ts';
import type { HookState } from './state.ts';

interface Ports {
  config: Pick<HookConfig, 'signInKey'>;
  state: Pick<HookState, 'executions'>;
}

/** The routes by which the portal reads the executions behind the usage. */
export function usageHandlers({ config, state }: Ports): { days: Handler; rows: Handler } {
  const signed =
    (purpose: string, read: (query: URLSearchParams) => object | null): Handler =>
    (request, response) => {
      if (!isSignedCall(request.headers.authorization, purpose, config.signInKey))
        throw new Refusal(401, 'Unauthorized');
      const data = read(new URLSearchParams((request.url ?? '').split('?').slice(1).join('?')));
      if (!data) throw new Refusal(400, 'This query is invalid.');
      sendJson(response, 200, { data });
    };
  return {
    days: signed('usage-days', (query) => answerSums(state.executions, query)),
    rows: signed('executions', (query) => answerRows(state.executions, query)),
  };
}
