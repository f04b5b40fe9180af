import { readdirSync, readFileSync } from 'node:fs';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import {
  Namespace,
  PersistentVolumeClaim,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { manifestsOf } from '#app/integrations/kubernetes/manifests.ts';
import { engineImage, keys, portal, wantedInstance } from './spec.ts';

/** The resource schemas that Kubernetes itself publishes, as validators. */
const models: Record<string, new (data: never) => { validate(): void }> = {
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  ResourceQuota,
  Role,
  RoleBinding,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
};

function validate(manifest: { kind: string }): void {
  const Model = models[manifest.kind];
  if (!Model) throw new Error(`no schema for ${manifest.kind}`);
  const model: { validate(): void } = Reflect.construct(Model, [manifest]);
  model.validate();
}

const place = { namespace: 'weft-workspaces', engineImage, portal };
const instances = [
  wantedInstance(),
  wantedInstance({ replicas: 0 }),
  wantedInstance({ purpose: 'backup', restarts: 3 }),
  wantedInstance({ purpose: 'rehearsal' }),
];

test.for(instances.flatMap((instance) => manifestsOf(instance, keys, place)))(
  'a $kind matches the Kubernetes schema',
  (manifest) => {
    expect(() => validate(manifest)).not.toThrow();
  },
);

test.for([
  ['a number where text belongs', { env: [{ name: 'A', value: 1 }] }],
  ['a port that is text', { ports: [{ containerPort: 'http' }] }],
  ['a container without a name', { name: undefined }],
] as const)('%s would be noticed', ([, broken]) => {
  const manifest = structuredClone(manifestsOf(wantedInstance(), keys, place)).find(
    ({ kind }) => kind === 'StatefulSet',
  );
  if (!manifest) throw new Error('no StatefulSet');
  const { template } = manifest.spec as { template: { spec: { containers: object[] } } };
  Object.assign(template.spec.containers[0] ?? {}, broken);
  expect(() => validate(manifest)).toThrow();
});

const folder = new URL('../../../docs/cluster/', import.meta.url);

test.for(readdirSync(folder))('docs/cluster/%s matches the Kubernetes schema', (file) => {
  const list = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { items: Array<{ kind: string }> };
  expect(list.items.length).toBeGreaterThan(0);
  for (const item of list.items) expect(() => validate(item)).not.toThrow();
});
