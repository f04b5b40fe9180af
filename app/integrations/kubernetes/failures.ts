import { z } from 'zod';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import { OutboundError } from '../outbound/errors.ts';

/**
 * Whether the API server reports that the object of this name does not exist. Any other 404, of a proxy or an unserved
 * path, must not count as a missing workspace.
 */
export function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof OutboundError) || error.status !== 404) return false;
  const status = statusOf(error.body);
  return status?.reason === 'NotFound' && status.details?.name === name;
}

/**
 * Whether the API server lacks this kind of resource, such as snapshots (docs/cluster.md). Every Go server answers
 * unknown paths like this: only for kinds that a cluster may lack.
 */
export function isUnserved(error: unknown): boolean {
  return (
    error instanceof OutboundError && error.status === 404 && error.body?.trim() === '404 page not found'
  );
}

/**
 * The meaning of a failed call. A cluster that is silent, overloaded, broken or busy may accept it later; a refused
 * read, a 401 and a proxy's answer say nothing about what runs there.
 * @returns ClusterUnavailable, or an Error that names kind, status and the cluster's own reason.
 */
export function clusterFailure({ kind, isRead }: { kind: string; isRead: boolean }, error: unknown): Error {
  if (!(error instanceof OutboundError)) return new ClusterUnavailable({ cause: error });
  if (error.isTransient || error.status === 409) {
    return new ClusterUnavailable({ retryAfterMs: error.retryAfterMs, cause: error });
  }
  // Only the reason: a Status's message may repeat request data, including a secret.
  const reason = statusOf(error.body)?.reason ?? '';
  const words = `The cluster refused a ${kind}: ${error.status} ${reason}`;
  const refusal = new Error(words.trimEnd(), { cause: error });
  // Only a refused write is an answer about this workspace, such as a quota. Matches the start of the body, since long bodies are truncated.
  const isAnswer = !isRead && error.status !== 401 && error.status !== 404 && isStatus.test(error.body ?? '');
  return isAnswer ? refusal : new ClusterUnavailable({ cause: refusal });
}

const isStatus = /"kind":\s*"Status"/;

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
const statusSchema = z.object({
  kind: z.literal('Status'),
  reason: z.string().optional(),
  details: z.object({ name: z.string().optional() }).optional(),
});

function statusOf(body: string | undefined): z.infer<typeof statusSchema> | undefined {
  return statusSchema.safeParse(parseOptionalJson(body ?? '')).data;
}
