import { AppError } from '#app/domain/errors/app-error.ts';
import { canonicalPath, isApiPath, segmentsOf } from '#app/http/canonical-path.ts';
import { answerOtherMethod, errorResponse, isInfrastructureFailure } from '#app/http/error-response.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { urlOf } from '#app/http/url-of.ts';
import type { Call } from './define-call.ts';
import { methodsOf } from './refusals.ts';

interface Address {
  path: string;
  segments: string[];
  calls: Call[];
}

/** @returns what answers requests under /api, failures included; null for any other, and for the reference, a page. */
export function createRouter(calls: readonly Call[]) {
  const addresses = addressesOf(calls);
  const constant = new Map(
    addresses.filter(({ segments }) => !segments.some(isParameter)).map((one) => [one.path, one]),
  );
  return async (request: Request, context: RequestContext): Promise<Response | null> => {
    const { pathname } = urlOf(request);
    if (!isApiPath(pathname)) return null;
    const segments = segmentsOf(pathname);
    const address =
      constant.get(canonicalPath(pathname)) ?? addresses.find((one) => isSame(segments, one.segments));
    const response = await answerAt(address, segments, request, context).catch((error: unknown) => {
      if (isInfrastructureFailure(error)) context.reportError(error);
      return errorResponse(error, context.portal, request);
    });
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
}

async function answerAt(
  address: Address | undefined,
  segments: readonly string[],
  request: Request,
  context: RequestContext,
): Promise<Response> {
  if (!address) throw new AppError('call_not_found');
  const { method } = request;
  const call = address.calls.find((one) => methodsOf([one]).includes(method));
  if (call) return await call.answer(request, context, paramsOf(address, segments));
  return answerOtherMethod(method, methodsOf(address.calls));
}

/** @returns each path once; those with a parameter come last, since `/export/{id}` also matches `/export/workflows`. */
function addressesOf(calls: readonly Call[]): Address[] {
  const byPath = new Map<string, Call[]>();
  for (const call of calls) byPath.set(call.path, [...(byPath.get(call.path) ?? []), call]);
  return [...byPath]
    .map(([path, calls]) => ({
      path: canonicalPath(`/api${path}`),
      segments: segmentsOf(`/api${path}`),
      calls,
    }))
    .sort((a, b) => Number(a.segments.some(isParameter)) - Number(b.segments.some(isParameter)));
}

/** Addresses are compared in any case. */
function isSame(given: readonly string[], pattern: readonly string[]): boolean {
  const fits = (part: string, segment = '') =>
    isParameter(part) ? segment !== '' : segment.toLowerCase() === part.toLowerCase();
  return given.length === pattern.length && pattern.every((part, index) => fits(part, given[index]));
}

function paramsOf({ segments: pattern }: Address, given: readonly string[]): Record<string, string> {
  const named = pattern.map((part, index) => [part.slice(1, -1), given[index] ?? ''] as const);
  return Object.fromEntries(named.filter((_, index) => isParameter(pattern[index] ?? '')));
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}
