import { z } from 'zod';

/** The resource types that the product uses, by the plural in their URL. */
export const resourceTypes = {
  secrets: { apiVersion: 'v1', kind: 'Secret', group: '' },
  services: { apiVersion: 'v1', kind: 'Service', group: '' },
  persistentvolumeclaims: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', group: '' },
  statefulsets: { apiVersion: 'apps/v1', kind: 'StatefulSet', group: 'apps' },
  volumesnapshots: {
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    group: 'snapshot.storage.k8s.io',
  },
} as const;

export type Plural = keyof typeof resourceTypes;

export const plurals = Object.keys(resourceTypes).filter((key): key is Plural => key in resourceTypes);

const fieldsV1 = z.record(z.string(), z.unknown());

const managedFieldsEntry = z.object({
  manager: z.string(),
  operation: z.enum(['Apply', 'Update']),
  apiVersion: z.string(),
  time: z.string(),
  fieldsType: z.literal('FieldsV1'),
  fieldsV1,
});

export type ManagedFieldsEntry = z.infer<typeof managedFieldsEntry>;

const metadata = z.looseObject({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  generation: z.number().optional(),
  creationTimestamp: z.string(),
  deletionTimestamp: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
  managedFields: z.array(managedFieldsEntry),
});

/** An object as the cluster stores it; the content of `spec` or `data` depends on its kind. */
export const resource = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata });

export type Resource = z.infer<typeof resource>;

/** The workspace's name from the labels of its objects; undefined for other objects. */
export function workspaceOf(labels: Record<string, string> | undefined): string | undefined {
  return labels?.['weft.cloud/workspace'];
}

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
