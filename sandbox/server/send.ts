import type { IncomingMessage } from 'node:http';
import { http } from './node-http.ts';

export type Message = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

type Answer = {
  status: number;
  /** The header of that name: the sender's clock. */
  date: string | undefined;
  text: string;
};

/** Sends a request, and follows no redirect. Throws if the answer is not complete within `deadlineMs`. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: Message,
  deadlineMs: number,
): Promise<Answer> {
  const { request } = url.startsWith('https:') ? process.getBuiltinModule('node:https') : http;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = request(url, { method, headers, signal, agent: false }, (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, date: response.headers.date, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
