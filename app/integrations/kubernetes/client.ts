import type { Outbound } from '../outbound/client.ts';
import { OutboundError } from '../outbound/errors.ts';

const CALL_TIMEOUT_MS = 5_000;
const FIELD_MANAGER = 'weft-cloud';

/** As much of a Kubernetes object as this product writes; the API server knows the rest. */
export interface KubernetesObject {
  apiVersion: string;
  kind: 'Secret' | 'PersistentVolumeClaim' | 'Service' | 'StatefulSet';
  metadata: {
    name: string;
    namespace: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [part: string]: unknown;
}

const resourcePaths: Record<KubernetesObject['kind'], string> = {
  Secret: '/api/v1/namespaces/{namespace}/secrets/{name}',
  PersistentVolumeClaim: '/api/v1/namespaces/{namespace}/persistentvolumeclaims/{name}',
  Service: '/api/v1/namespaces/{namespace}/services/{name}',
  StatefulSet: '/apis/apps/v1/namespaces/{namespace}/statefulsets/{name}',
};

/** The calls of the Kubernetes API that this product needs, each with a deadline. */
export function kubernetesClient(settings: { apiUrl: string; token: string; outbound: Outbound }) {
  const url = (kind: KubernetesObject['kind'], namespace: string, name: string) =>
    settings.apiUrl + resourcePaths[kind].replace('{namespace}', namespace).replace('{name}', name);
  const authorization = { Authorization: `Bearer ${settings.token}` };

  return {
    /**
     * Server-side apply: creates or changes the object to what is given, whoever is first; repeating it is harmless.
     * https://kubernetes.io/docs/reference/using-api/server-side-apply/
     */
    async apply(object: KubernetesObject): Promise<void> {
      const { namespace, name } = object.metadata;
      const query = new URLSearchParams({ fieldManager: FIELD_MANAGER, force: 'true' });
      await settings.outbound.request(`${url(object.kind, namespace, name)}?${query}`, {
        method: 'PATCH',
        headers: { ...authorization, 'Content-Type': 'application/apply-patch+yaml' },
        body: JSON.stringify(object),
        timeoutMs: CALL_TIMEOUT_MS,
        retry: 'safe',
      });
    },

    /** @returns the object as the cluster has it, unchecked; null when it has none. */
    async get(kind: KubernetesObject['kind'], namespace: string, name: string): Promise<unknown> {
      try {
        const response = await settings.outbound.request(url(kind, namespace, name), {
          headers: authorization,
          timeoutMs: CALL_TIMEOUT_MS,
        });
        return await response.json();
      } catch (error) {
        if (error instanceof OutboundError && error.status === 404) return null;
        throw error;
      }
    },
  };
}
