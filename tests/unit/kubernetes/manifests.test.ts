import { expect, test } from 'vitest';
import { instanceEnvironment } from '#app/integrations/kubernetes/environment.ts';
import { manifestsOf } from '#app/integrations/kubernetes/manifests.ts';
import { keys, portal, wanted } from './spec.ts';

const settings = { namespace: 'weft-workspaces', portal };

function manifest(kind: string, instance = wanted()) {
  const found = manifestsOf(instance, keys, settings).find((candidate) => candidate.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
}

test('what a process needs is applied before the process', () => {
  expect(manifestsOf(wanted(), keys, settings).map(({ kind }) => kind)).toEqual([
    'Secret',
    'PersistentVolumeClaim',
    'Service',
    'StatefulSet',
  ]);
});

test('every object is found by the workspace', () => {
  for (const { metadata } of manifestsOf(wanted(), keys, settings)) {
    expect(metadata).toEqual({
      name: 'ws-ada',
      namespace: 'weft-workspaces',
      labels: {
        'app.kubernetes.io/name': 'n8n',
        'app.kubernetes.io/instance': 'ws-ada',
        'app.kubernetes.io/managed-by': 'weft-cloud',
        'weft.cloud/workspace': 'ada',
      },
      annotations: expect.objectContaining({ 'weft.cloud/workspace-id': 'wks_1' }),
    });
  }
});

test('the keys stand in the Secret and nowhere else', () => {
  expect(manifest('Secret').data).toEqual({
    N8N_ENCRYPTION_KEY: btoa('b'.repeat(64)),
    WEFT_SIGN_IN_KEY: btoa('a'.repeat(64)),
  });
  const others = JSON.stringify(
    manifestsOf(wanted(), keys, settings).filter(({ kind }) => kind !== 'Secret'),
  );
  expect(others).not.toMatch(/a{64}|b{64}/);
  expect(manifest('StatefulSet')).toHaveProperty(
    'spec.template.spec.containers.0.env',
    expect.arrayContaining([
      {
        name: 'N8N_ENCRYPTION_KEY',
        valueFrom: { secretKeyRef: { name: 'ws-ada', key: 'N8N_ENCRYPTION_KEY' } },
      },
      { name: 'WEFT_SIGN_IN_KEY', valueFrom: { secretKeyRef: { name: 'ws-ada', key: 'WEFT_SIGN_IN_KEY' } } },
    ]),
  );
});

test('one confined process on a volume that outlives it', () => {
  const statefulSet = manifest('StatefulSet');
  expect(statefulSet).toMatchObject({
    apiVersion: 'apps/v1',
    spec: {
      replicas: 1,
      serviceName: 'ws-ada',
      updateStrategy: { type: 'RollingUpdate' },
      template: {
        spec: {
          automountServiceAccountToken: false,
          terminationGracePeriodSeconds: expect.any(Number),
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'ws-ada' } }],
        },
      },
    },
  });
  expect(statefulSet).toHaveProperty('spec.template.spec.containers', [
    expect.objectContaining({
      image: 'docker.n8n.io/n8nio/n8n:1.115.3',
      resources: { requests: { memory: '320Mi', cpu: '10m' }, limits: { memory: '320Mi' } },
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      readinessProbe: expect.objectContaining({ httpGet: { path: '/healthz/readiness', port: 'http' } }),
      livenessProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'http' } }),
      startupProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'http' } }),
    }),
  ]);
  expect(manifest('StatefulSet', wanted({ replicas: 0 }))).toHaveProperty('spec.replicas', 0);
});

test('the Service and the StatefulSet find the pods by their labels, which the API demands', () => {
  const statefulSet = manifest('StatefulSet');
  const selector = expect.objectContaining({ 'app.kubernetes.io/instance': 'ws-ada' });
  expect(manifest('Service')).toHaveProperty('spec.selector', selector);
  expect(statefulSet).toHaveProperty('spec.selector.matchLabels', selector);
  expect(statefulSet).toHaveProperty('spec.template.metadata.labels', selector);
});

test('n8n is told where it lives, whose time it is and what its plan allows', () => {
  const variables = instanceEnvironment(wanted(), portal, 7 * 24);
  expect(variables.every(({ value }) => typeof value === 'string')).toBe(true);
  expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toMatchObject({
    GENERIC_TIMEZONE: 'Europe/Berlin',
    N8N_HOST: 'ada.localhost',
    N8N_PORT: '5678',
    N8N_PROTOCOL: 'http',
    N8N_EDITOR_BASE_URL: 'http://ada.localhost:8787/',
    WEBHOOK_URL: 'http://ada.localhost:8787/',
    N8N_CONCURRENCY_PRODUCTION_LIMIT: '5',
    EXECUTIONS_DATA_PRUNE: 'true',
    EXECUTIONS_DATA_MAX_AGE: '168',
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
    EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
    EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'true',
    N8N_DEPLOYMENT_TYPE: 'cloud',
    WEFT_WORKSPACE: 'ada',
    WEFT_WORKSPACE_ID: wanted().workspaceId,
    WEFT_PORTAL_URL: 'http://localhost:8787',
  });
});

test('in production it is https, on a host without a port', () => {
  const production = { host: 'weft.example', isSecure: true, url: 'https://weft.example' };
  const variables = instanceEnvironment(wanted(), production, 24);
  expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toMatchObject({
    N8N_HOST: 'ada.weft.example',
    N8N_PROTOCOL: 'https',
    WEBHOOK_URL: 'https://ada.weft.example/',
  });
});

test('a restart is another pod, and another wish alone is not', () => {
  const template = (changes: Parameters<typeof wanted>[0]) =>
    JSON.stringify((manifest('StatefulSet', wanted(changes)).spec as { template: unknown }).template);
  expect(template({ wish: 7 })).toBe(template({ wish: 8 }));
  expect(template({ restarts: 1 })).not.toBe(template({ restarts: 2 }));
  expect(manifest('StatefulSet', wanted({ wish: 7 })).metadata.annotations).toMatchObject({
    'weft.cloud/wish': '7',
  });
});

test('the switches of which executions are kept, and the purpose, reach the process', () => {
  const variables = (changes: Parameters<typeof wanted>[0]) =>
    Object.fromEntries(
      instanceEnvironment(wanted(changes), portal, 1).map(({ name, value }) => [name, value]),
    );
  expect(variables({ saveExecutions: { manual: false, failed: false, successful: false } })).toMatchObject({
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
    EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
    EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
  });
  expect(variables({})).not.toHaveProperty('WEFT_PURPOSE');
  expect(variables({ purpose: 'backup' })).toMatchObject({ WEFT_PURPOSE: 'backup' });
});
