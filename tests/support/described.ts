import { errorAnswer } from '#app/api/plumbing/error-answer.ts';
import { methodsOf, type Operation, operations, refusalsOf } from './declared-calls.ts';

/** @returns the methods that an address under /api accepts. */
export function methodsAt(path: string): string[] {
  return methodsOf(operations.filter((operation) => operation.path === path));
}

/** @returns the statuses in a call's description, in ascending order. */
export function statusesOf(operation: Operation): number[] {
  const { answers, caching } = operation;
  const statuses = [
    ...Object.keys(answers).map(Number),
    ...(caching ? [304] : []),
    ...refusalsOf(operation).keys(),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/**
 * Compares an answer with its description: the status, the media type, the schema, and the code of a refusal.
 * @param method of the request: an answer to HEAD has no body.
 * @returns the fault; null without one.
 */
export async function faultOf(
  operation: Operation,
  response: Response,
  method: string = operation.method,
): Promise<string | null> {
  const bytes = await response.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  const { status } = response;
  const type = response.headers.get('Content-Type');
  const success = operation.answers[status];
  // Caches may store only answers with declared caching; the Worker marks every other answer as no-store.
  const caching = response.headers.get('Cache-Control') ?? '';
  if (success && !operation.caching && !caching.includes('no-store')) return `${status} has ${caching}`;
  if (method === 'HEAD') {
    if (bytes.byteLength > 0) return 'HEAD has a body';
    return statusesOf(operation).includes(status) ? null : `${status} is not described`;
  }
  if (status === 304 && operation.caching) return text === '' ? null : '304 has a body';
  if (success) {
    if (success.content === null) return text === '' ? null : `${status} has a body: ${text.slice(0, 200)}`;
    const expected = 'schema' in success.content ? 'application/json' : success.content.mediaType;
    if (type !== expected) return `${status} is ${type}`;
    if (!('schema' in success.content)) return null;
    const { error } = success.content.schema.safeParse(JSON.parse(text));
    return error ? `${status}: ${error.message}` : null;
  }
  const codes = refusalsOf(operation).get(status);
  if (!codes) return `${status} is not described: ${text.slice(0, 300)}`;
  return refusalFault(response, text, codes);
}

/** @returns the fault of a refusal; null without one. @param codes the allowed codes. */
export function refusalFault(response: Response, text: string, codes: readonly string[]): string | null {
  const { status, headers } = response;
  if (headers.get('Content-Type') !== 'application/json')
    return `${status} is not JSON: ${text.slice(0, 200)}`;
  const { data, error } = errorAnswer.safeParse(JSON.parse(text));
  if (error) return `${status}: ${error.message}`;
  if (!codes.includes(data.code)) return `${status} ${data.code} is not described`;
  if (status === 429 && !(Number(headers.get('Retry-After')) > 0)) return '429 has no Retry-After';
  return status === 405 && !headers.get('Allow') ? '405 has no Allow' : null;
}
