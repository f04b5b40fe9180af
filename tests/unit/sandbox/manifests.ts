export const signInKey = 'sign-in-key-of-the-tests-000000000';

const namespace = '/namespaces/weft-workspaces';
export const paths = {
  secret: (name: string) => `/api/v1${namespace}/secrets/${name}`,
  claim: (name: string) => `/api/v1${namespace}/persistentvolumeclaims/${name}`,
  service: (name: string) => `/api/v1${namespace}/services/${name}`,
  statefulSet: (name: string) => `/apis/apps/v1${namespace}/statefulsets/${name}`,
};

const labels = (workspace: string) => ({
  'app.kubernetes.io/name': 'n8n',
  'app.kubernetes.io/instance': `ws-${workspace}`,
  'app.kubernetes.io/managed-by': 'weft-cloud',
  'weft.cloud/workspace': workspace,
});

/** The four objects of a workspace, as the product applies them. */
export function manifests(
  workspace: string,
  { version = '1.115.3', replicas = 1, timezone = 'Etc/UTC' } = {},
) {
  const name = `ws-${workspace}`;
  const metadata = { name, namespace: 'weft-workspaces', labels: labels(workspace) };
  const selector = { 'app.kubernetes.io/instance': name };
  return {
    secret: { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { WEFT_SIGN_IN_KEY: signInKey } },
    claim: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata,
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    service: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector, ports: [{ name: 'http', port: 80, targetPort: 5678 }] },
    },
    statefulSet: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata,
      spec: {
        replicas,
        serviceName: name,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: labels(workspace) },
          spec: {
            containers: [
              {
                name: 'n8n',
                image: `registry.weft.example/n8n:${version}-weft.1`,
                env: [
                  { name: 'GENERIC_TIMEZONE', value: timezone },
                  { name: 'WEFT_WORKSPACE', value: workspace },
                  { name: 'WEFT_WORKSPACE_ID', value: `wks_${workspace}` },
                  { name: 'WEFT_PORTAL_URL', value: 'http://localhost:8787' },
                  { name: 'WEFT_MIGRATION_MS', value: '50' },
                  {
                    name: 'WEFT_SIGN_IN_KEY',
                    valueFrom: { secretKeyRef: { name, key: 'WEFT_SIGN_IN_KEY' } },
                  },
                ],
                readinessProbe: { httpGet: { path: '/healthz/readiness', port: 5678 } },
              },
            ],
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
          },
        },
      },
    },
  };
}
