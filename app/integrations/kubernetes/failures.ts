import { ClusterUnavailable } from '#app/domain/instance/cluster-port.ts';
import { OutboundError } from '../outbound/errors.ts';

/**
 * The meaning of a failed call. A cluster that is silent, overloaded, broken or busy with another writer may accept
 * the same call later; a cluster that refuses gives the reason in a Status:
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 *
 * @returns ClusterUnavailable, or an Error that names kind, status and the cluster's own reason.
 */
export function clusterFailure(kind: string, error: unknown): Error {
  if (!(error instanceof OutboundError)) return new ClusterUnavailable({ cause: error });
  if (error.isTransient || error.status === 409) {
    return new ClusterUnavailable({ retryAfterMs: error.retryAfterMs, cause: error });
  }
  return new Error(`The cluster refused a ${kind}: ${error.status}${reasonOf(error.body)}`, { cause: error });
}

/** Only the reason: a Status's message may repeat request data, including a secret. */
function reasonOf(body: string | undefined): string {
  try {
    const status: unknown = JSON.parse(body ?? '');
    const reason = typeof status === 'object' && status !== null && 'reason' in status ? status.reason : '';
    return typeof reason === 'string' && reason !== '' ? ` ${reason}` : '';
  } catch {
    return '';
  }
}
