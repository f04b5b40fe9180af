import { expect, test } from 'vitest';
import { attemptDueAt, POLL_ATTEMPTS } from '#app/domain/instance/polling.ts';
import { instanceEnvironment } from '#app/integrations/kubernetes/environment.ts';
import { manifestsOf } from '#app/integrations/kubernetes/manifests.ts';
import { heapSizes } from '#app/integrations/kubernetes/memory.ts';
import { engineVersions } from '#app/integrations/releases/engine-versions.ts';
import { engineImage, keys, portal, wantedInstance } from './spec.ts';

const settings = { namespace: 'weft-workspaces', engineImage, portal };

function manifest(kind: string, instance = wantedInstance()) {
  const found = manifestsOf(instance, keys, settings).find((candidate) => candidate.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
}

test('applies a process’s dependencies before the process', () => {
  expect(manifestsOf(wantedInstance(), keys, settings).map(({ kind }) => kind)).toEqual([
    'Secret',
    'PersistentVolumeClaim',
    'Service',
    'StatefulSet',
  ]);
});

test('every object is found by the workspace', () => {
  for (const { metadata } of manifestsOf(wantedInstance(), keys, settings)) {
    expect(metadata).toEqual({
      name: 'ws-ada',
      namespace: 'weft-workspaces',
      labels: expect.objectContaining({
        'app.kubernetes.io/name': 'n8n',
        'app.kubernetes.io/instance': 'ws-ada',
        'app.kubernetes.io/managed-by': 'weft-cloud',
        'weft.cloud/workspace': 'ada',
      }),
      annotations: expect.objectContaining({ 'weft.cloud/workspace-id': 'wks_1' }),
    });
  }
});

test('puts the keys only into the Secret', () => {
  expect(manifest('Secret').data).toEqual({
    N8N_ENCRYPTION_KEY: btoa('b'.repeat(64)),
    WEFT_SIGN_IN_KEY: btoa('a'.repeat(64)),
  });
  const others = JSON.stringify(
    manifestsOf(wantedInstance(), keys, settings).filter(({ kind }) => kind !== 'Secret'),
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

test('one confined process on a volume that survives it', () => {
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
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          volumes: expect.arrayContaining([{ name: 'data', persistentVolumeClaim: { claimName: 'ws-ada' } }]),
        },
      },
    },
  });
  expect(statefulSet).toHaveProperty('spec.template.spec.containers', [
    expect.objectContaining({
      image: 'registry.weft.example/n8n:1.115.3-weft.1',
      resources: { requests: { memory: '896Mi', cpu: '150m' }, limits: { memory: '896Mi', cpu: '2' } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      readinessProbe: expect.objectContaining({ httpGet: { path: '/healthz/readiness', port: 'http' } }),
      livenessProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'http' } }),
      startupProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'http' } }),
    }),
  ]);
  expect(manifest('StatefulSet', wantedInstance({ replicas: 0 }))).toHaveProperty('spec.replicas', 0);
});

test('the Service and the StatefulSet find the pods by their labels, which the API demands', () => {
  const statefulSet = manifest('StatefulSet');
  const selector = expect.objectContaining({ 'app.kubernetes.io/instance': 'ws-ada' });
  expect(manifest('Service')).toHaveProperty('spec.selector', selector);
  expect(statefulSet).toHaveProperty('spec.selector.matchLabels', selector);
  expect(statefulSet).toHaveProperty('spec.template.metadata.labels', selector);
});

test('the Service of a closed workspace selects no pod, and another Service selects its process', () => {
  const pod = manifest('StatefulSet', wantedInstance({ isClosed: true }));
  const labels = { 'app.kubernetes.io/name': 'n8n', 'app.kubernetes.io/instance': 'ws-ada' };
  const services = manifestsOf(wantedInstance({ isClosed: true }), keys, settings).filter(
    ({ kind }) => kind === 'Service',
  );
  expect(
    services.map(({ metadata, spec }) => [metadata.name, (spec as { selector: object }).selector]),
  ).toEqual([
    ['ws-ada', { ...labels, 'weft.cloud/closed': 'true' }],
    ['closed-ada', labels],
  ]);
  expect(pod).not.toHaveProperty(['spec', 'template', 'metadata', 'labels', 'weft.cloud/closed']);
  // Opening the workspace does not restart it.
  expect(pod.spec).toEqual(manifest('StatefulSet', wantedInstance({ isClosed: false })).spec);
});

test("configures n8n with its address, its timezone and its plan's limits", () => {
  const variables = instanceEnvironment(wantedInstance(), portal, 7 * 24);
  expect(variables.every(({ value }) => typeof value === 'string')).toBe(true);
  expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toMatchObject({
    GENERIC_TIMEZONE: 'Europe/Berlin',
    N8N_HOST: 'ada.localhost',
    N8N_PORT: '5678',
    N8N_PROTOCOL: 'http',
    N8N_EDITOR_BASE_URL: 'http://ada.localhost:8787/',
    N8N_WEBHOOK_URL: 'http://ada.localhost:8787/',
    WEBHOOK_URL: 'http://ada.localhost:8787/',
    N8N_SECURE_COOKIE: 'false',
    N8N_CONCURRENCY_PRODUCTION_LIMIT: '5',
    EXECUTIONS_DATA_PRUNE: 'true',
    EXECUTIONS_DATA_MAX_AGE: '168',
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
    EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
    EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'true',
    N8N_DEPLOYMENT_TYPE: 'cloud',
    WEFT_WORKSPACE: 'ada',
    WEFT_WORKSPACE_ID: wantedInstance().workspaceId,
    WEFT_PORTAL_URL: 'http://localhost:8787',
  });
});

test('the ingress in production is https, on a host without a port', () => {
  const production = { host: 'weft.example', isSecure: true, url: 'https://weft.example' };
  const variables = instanceEnvironment(wantedInstance(), production, 24);
  expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toMatchObject({
    N8N_HOST: 'ada.weft.example',
    N8N_PROTOCOL: 'https',
    N8N_SECURE_COOKIE: 'true',
    N8N_WEBHOOK_URL: 'https://ada.weft.example/',
    WEBHOOK_URL: 'https://ada.weft.example/',
  });
});

test('replaces the pod for a restart, and not only for another generation', () => {
  const template = (changes: Parameters<typeof wantedInstance>[0]) =>
    JSON.stringify((manifest('StatefulSet', wantedInstance(changes)).spec as { template: unknown }).template);
  expect(template({ generation: 7 })).toBe(template({ generation: 8 }));
  expect(template({ restarts: 1 })).not.toBe(template({ restarts: 2 }));
  expect(manifest('StatefulSet', wantedInstance({ generation: 7 })).metadata.annotations).toMatchObject({
    'weft.cloud/generation': '7',
  });
});

test('the switches of which executions are kept, and the purpose, reach the process', () => {
  const variables = (changes: Parameters<typeof wantedInstance>[0]) =>
    Object.fromEntries(
      instanceEnvironment(wantedInstance(changes), portal, 1).map(({ name, value }) => [name, value]),
    );
  const isEachKept = (changes: Partial<ReturnType<typeof wantedInstance>['saveExecutions']>) => {
    const none = { manual: false, failed: false, successful: false };
    const all = variables({ saveExecutions: { ...none, ...changes } });
    return [
      all.EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS,
      all.EXECUTIONS_DATA_SAVE_ON_ERROR,
      all.EXECUTIONS_DATA_SAVE_ON_SUCCESS,
    ];
  };
  expect(isEachKept({})).toEqual(['false', 'none', 'none']);
  expect(isEachKept({ manual: true })).toEqual(['true', 'none', 'none']);
  expect(isEachKept({ failed: true })).toEqual(['false', 'all', 'none']);
  expect(isEachKept({ successful: true })).toEqual(['false', 'none', 'all']);
  expect(variables({})).not.toHaveProperty('WEFT_PURPOSE');
  for (const purpose of ['backup', 'rehearsal'] as const)
    expect(variables({ purpose })).toMatchObject({ WEFT_PURPOSE: purpose });
  const { N8N_DISABLED_MODULES: disabled } = variables({});
  expect(disabled?.split(',')).not.toContain('agents');
  expect(variables({ purpose: 'backup' }).N8N_DISABLED_MODULES).toBe(`${disabled},agents`);
  expect(variables({})).not.toHaveProperty('WEFT_COUNTED');
  const storage = { claim: 2, snapshot: 7, counted: { month: '2026-11', executions: 700 } };
  expect(variables({ storage })).toMatchObject({ WEFT_COUNTED: '2/2026-11/700' });
});

interface PodSpec {
  terminationGracePeriodSeconds: number;
  containers: Array<{
    env: Array<{ name: string; value?: string }>;
    volumeMounts: Array<{ name: string; mountPath: string }>;
    startupProbe: { periodSeconds: number; failureThreshold: number };
  }>;
  volumes: Array<{ name: string; emptyDir?: { sizeLimit: string } }>;
}

function pod(changes: Parameters<typeof wantedInstance>[0] = {}) {
  const { template } = manifest('StatefulSet', wantedInstance(changes)).spec as {
    template: { spec: PodSpec };
  };
  const [container] = template.spec.containers;
  if (!container) throw new Error('no container');
  const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  return { ...template.spec, container, environment };
}

test('a listed version runs the image that the list names', () => {
  for (const { version, image } of engineVersions)
    expect(JSON.stringify(manifest('StatefulSet', wantedInstance({ version })))).toContain(
      `"${engineImage}:${image}"`,
    );
});

test('only the StatefulSet has the version as a label, and no pod is selected by it', () => {
  const statefulSet = manifest('StatefulSet', wantedInstance({ version: '2.41.1' }));
  expect(statefulSet.metadata.labels).toMatchObject({ 'app.kubernetes.io/version': '2.41.1' });
  expect(JSON.stringify(statefulSet.spec)).not.toContain('app.kubernetes.io/version');
  expect(manifest('PersistentVolumeClaim').metadata.labels).not.toHaveProperty('app.kubernetes.io/version');
});

test('n8n can write its data, its cache, temporary files and the files of workflows, and nothing else', () => {
  const { container, volumes, environment } = pod();
  expect(environment.N8N_USER_FOLDER).toBe('/home/node');
  expect(Object.fromEntries(container.volumeMounts.map(({ name, mountPath }) => [mountPath, name]))).toEqual({
    '/home/node/.n8n': 'data',
    '/home/node/.cache': 'cache',
    '/home/node/.n8n-files': 'files',
    '/tmp': 'tmp',
  });
  expect(new Set(volumes.map(({ name }) => name))).toEqual(
    new Set(container.volumeMounts.map(({ name }) => name)),
  );
  // A full scratch volume restarts the workspace instead of filling the node's disk.
  for (const { emptyDir } of volumes.filter(({ name }) => name !== 'data'))
    expect(emptyDir?.sizeLimit).toMatch(/^\d+Mi$/);
});

test('n8n stops before the cluster kills it, and can start for as long as the portal polls', () => {
  const { terminationGracePeriodSeconds, environment, container } = pod();
  expect(terminationGracePeriodSeconds).toBeGreaterThan(
    Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT) + 10,
  );
  const { periodSeconds, failureThreshold } = container.startupProbe;
  expect(periodSeconds * failureThreshold * 1000).toBe(attemptDueAt(0, POLL_ATTEMPTS));
});

test('sets no variable twice, and no key as text', () => {
  const { env } = pod({ purpose: 'backup' }).container;
  expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
  for (const name of ['N8N_ENCRYPTION_KEY', 'WEFT_SIGN_IN_KEY'])
    expect(env.find((variable) => variable.name === name)).not.toHaveProperty('value');
});

test('n8n is hosted: the hook is loaded, and features owned by the portal and outbound calls are off', () => {
  const { environment } = pod();
  expect(environment).toMatchObject({
    NODE_ENV: 'production',
    EXTERNAL_HOOK_FILES: '/opt/weft/hook.cjs',
    EXTERNAL_FRONTEND_HOOKS_URLS: '/weft/editor.js',
    N8N_PROXY_HOPS: '1',
    N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
    N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
    N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
    N8N_HIDE_USAGE_PAGE: 'true',
    N8N_COMMUNITY_PACKAGES_PREVENT_LOADING: 'true',
  });
  expect(
    Object.keys(environment).filter((name) => /_ENABLED$/.test(name) && environment[name] !== 'false'),
  ).toEqual([]);
  for (const module of ['instance-ai', 'ldap', 'mcp-registry', 'sso-oidc', 'sso-saml'])
    expect(environment.N8N_DISABLED_MODULES?.split(',')).toContain(module);
  expect(JSON.parse(environment.NODES_EXCLUDE ?? '[]')).toContain('n8n-nodes-base.executeCommand');
});

test('the heaps and the concurrency follow the plan', () => {
  const limits = { concurrentExecutions: 20, memoryMib: 1_024, cpuMillicores: 150, logRetentionDays: 30 };
  const { environment } = pod({ limits });
  const { mainMib, runnerMib } = heapSizes(1_024);
  expect(environment).toMatchObject({
    NODE_OPTIONS: `--max-old-space-size=${mainMib}`,
    N8N_RUNNERS_MAX_OLD_SPACE_SIZE: String(runnerMib),
    N8N_RUNNERS_MAX_CONCURRENCY: '10',
    N8N_CONCURRENCY_PRODUCTION_LIMIT: '20',
  });
  expect(pod().environment.N8N_RUNNERS_MAX_CONCURRENCY).toBe('5');
});
