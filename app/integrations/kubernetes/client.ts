import type { Outbound } from '../outbound/client.ts';
import { OutboundError } from '../outbound/errors.ts';
import { clusterFailure, isMissing, isUnserved } from './failures.ts';

const CALL_TIMEOUT_MS = 5_000;
const CONFLICT_ATTEMPTS = 3;
const FIELD_MANAGER = 'weft-cloud';

type Kind = 'Secret' | 'PersistentVolumeClaim' | 'Service' | 'StatefulSet' | 'VolumeSnapshot';

export interface KubernetesObject {
  apiVersion: string;
  kind: Kind;
  metadata: {
    name: string;
    namespace: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [part: string]: unknown;
}

const collectionPaths: Record<Kind, string> = {
  Secret: '/api/v1/namespaces/{namespace}/secrets',
  PersistentVolumeClaim: '/api/v1/namespaces/{namespace}/persistentvolumeclaims',
  Service: '/api/v1/namespaces/{namespace}/services',
  StatefulSet: '/apis/apps/v1/namespaces/{namespace}/statefulsets',
  VolumeSnapshot: '/apis/snapshot.storage.k8s.io/v1/namespaces/{namespace}/volumesnapshots',
};

export interface ClientSettings {
  apiUrl: string;
  token: string;
  namespace: string;
  outbound: Outbound;
}

/** The calls of the Kubernetes API that this product needs, each with a deadline, in one namespace. */
export function kubernetesClient(settings: ClientSettings) {
  const { outbound, namespace } = settings;
  const urlOf = (kind: Kind, name?: string) =>
    settings.apiUrl +
    collectionPaths[kind].replace('{namespace}', namespace) +
    (name === undefined ? '' : `/${name}`);
  const authorization = { Authorization: `Bearer ${settings.token}` };

  /** @param name of the object; null for a list. */
  async function call(
    kind: Kind,
    name: string | null,
    ...[url, options]: Parameters<Outbound['request']>
  ): Promise<Response | 'not-found'> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await outbound.request(url, {
          ...options,
          headers: { ...authorization, ...options?.headers },
          timeoutMs: CALL_TIMEOUT_MS,
        });
      } catch (error) {
        const status = error instanceof OutboundError ? error.status : undefined;
        if (name !== null && isMissing(error, name)) return 'not-found';
        if (kind === 'VolumeSnapshot' && isUnserved(error)) return 'not-found';
        // A concurrent write: applying again overrides it.
        if (status === 409 && attempt < CONFLICT_ATTEMPTS) continue;
        throw clusterFailure({ kind, isRead: options?.method === undefined }, error);
      }
    }
  }

  async function readJson(kind: Kind, response: Response): Promise<unknown> {
    try {
      return await response.json();
    } catch (error) {
      throw clusterFailure({ kind, isRead: true }, error);
    }
  }

  return {
    /**
     * Creates the object or updates it to the given state
     * (https://kubernetes.io/docs/reference/using-api/server-side-apply/).
     * @returns the object from the cluster, unchecked.
     */
    async apply(object: KubernetesObject): Promise<unknown> {
      const query = new URLSearchParams({ fieldManager: FIELD_MANAGER, force: 'true' });
      const { name } = object.metadata;
      // Applied where it is not: a 404 is about the namespace.
      const answer = await call(object.kind, namespace, `${urlOf(object.kind, name)}?${query}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/apply-patch+yaml' },
        body: JSON.stringify(object),
        retry: 'safe',
      });
      if (answer === 'not-found')
        throw new Error(`${object.kind}: the namespace ${namespace} does not exist, or nothing serves it.`);
      return readJson(object.kind, answer);
    },

    /** @returns the object from the cluster, unchecked; null when it does not exist. */
    async get(kind: Kind, name: string): Promise<unknown> {
      const answer = await call(kind, name, urlOf(kind, name));
      return answer === 'not-found' ? null : readJson(kind, answer);
    },

    /** @returns one page of the objects with a label, unchecked; `continueAt` is what the page before ended with. */
    async list(kind: Kind, labelSelector: string, limit: number, continueAt?: string): Promise<unknown> {
      const query = new URLSearchParams({ labelSelector, limit: String(limit) });
      if (continueAt !== undefined) query.set('continue', continueAt);
      const answer = await call(kind, null, `${urlOf(kind)}?${query}`);
      return answer === 'not-found' ? { items: [] } : readJson(kind, answer);
    },

    /** Deletes only the object with this uid: a newer one with the same name is kept. */
    async remove(kind: Kind, name: string, uid: string): Promise<void> {
      await call(kind, name, urlOf(kind, name), {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          preconditions: { uid },
          // A StatefulSet is only gone once its pods are.
          propagationPolicy: kind === 'StatefulSet' ? 'Foreground' : 'Background',
        }),
        retry: 'safe',
      });
    },
  };
}
