import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isJsonObject, type Plural, type Resource } from './resources.ts';
import { invalid } from './status.ts';

const text = z.string();
const labels = z.record(z.string(), text);
const keyReference = z.looseObject({ name: text, key: text, optional: z.boolean().optional() });

const container = z.looseObject({
  name: text.min(1),
  image: text.min(1),
  env: z
    .array(
      z.looseObject({
        name: text.min(1),
        // Kubernetes accepts no numbers or booleans here, a common mistake.
        value: text.optional(),
        valueFrom: z.looseObject({ secretKeyRef: keyReference.optional() }).optional(),
      }),
    )
    .optional(),
  envFrom: z
    .array(
      z.looseObject({
        secretRef: z.looseObject({ name: text, optional: z.boolean().optional() }).optional(),
      }),
    )
    .optional(),
  resources: z.looseObject({ limits: z.looseObject({ memory: text.optional() }).optional() }).optional(),
  readinessProbe: z
    .looseObject({ httpGet: z.looseObject({ path: text.default('/') }).optional() })
    .optional(),
});

const volume = z.looseObject({
  name: text,
  persistentVolumeClaim: z.looseObject({ claimName: text }).optional(),
});

/** The part of a StatefulSet's spec that decides what runs. */
const statefulSetSpec = z.looseObject({
  replicas: z.int().min(0),
  selector: z.looseObject({ matchLabels: labels }),
  template: z.looseObject({
    metadata: z.looseObject({ labels }),
    spec: z.looseObject({ containers: z.array(container).min(1), volumes: z.array(volume).optional() }),
  }),
});

export type StatefulSetSpec = z.infer<typeof statefulSetSpec>;

const specs = new WeakMap<Resource, StatefulSetSpec>();

/** The spec of a stored StatefulSet, parsed once: each call to a workspace searches those of all workspaces. */
export function specOf(statefulSet: Resource): StatefulSetSpec {
  const known = specs.get(statefulSet);
  if (known) return known;
  const spec = statefulSetSpec.parse(statefulSet.spec);
  specs.set(statefulSet, spec);
  return spec;
}

/** The part of a Service's spec that selects its pods. */
export const serviceSpec = z.looseObject({
  selector: labels.optional(),
  ports: z.array(z.looseObject({ port: z.int().min(1).max(65535) })).min(1),
});

const claimSpec = z.looseObject({
  accessModes: z.array(text).min(1),
  resources: z.looseObject({ requests: z.looseObject({ storage: text }) }),
  dataSource: z
    .looseObject({
      apiGroup: z.literal('snapshot.storage.k8s.io'),
      kind: z.literal('VolumeSnapshot'),
      name: text,
    })
    .optional(),
});

/** The snapshot from which a claim is created; undefined for an empty claim. */
export function snapshotOfClaim(claim: Resource): string | undefined {
  return claimSpec.parse(claim.spec).dataSource?.name;
}

const snapshotSpec = z.looseObject({ source: z.strictObject({ persistentVolumeClaimName: text }) });

/** The claim from which a snapshot is created. */
export function claimOfSnapshot(snapshot: Resource): string {
  return snapshotSpec.parse(snapshot.spec).source.persistentVolumeClaimName;
}

const base64 = text.regex(
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  'must be base64',
);

const shapes: Record<Plural, z.ZodType> = {
  secrets: z.looseObject({ data: z.record(z.string(), base64).optional() }),
  services: z.looseObject({ spec: serviceSpec }),
  persistentvolumeclaims: z.looseObject({ spec: claimSpec }),
  statefulsets: z.looseObject({ spec: statefulSetSpec }),
  volumesnapshots: z.looseObject({ spec: snapshotSpec }),
};

const dnsName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Fields of a spec that may change after creation; for a kind without an entry, all fields may. */
const mutableSpecFields: Partial<Record<Plural, readonly string[]>> = {
  statefulsets: ['replicas', 'template', 'updateStrategy', 'minReadySeconds', 'revisionHistoryLimit'],
  persistentvolumeclaims: ['resources'],
  volumesnapshots: [],
};

function specFields(object: Resource | undefined): Record<string, unknown> {
  return isJsonObject(object?.spec) ? object.spec : {};
}

/** Throws the 422 Status with which the API server would answer for this object, or for this change of it. */
export function validate(plural: Plural, object: Resource, before: Resource | undefined): void {
  const { name } = object.metadata;
  if (!dnsName.test(name))
    throw invalid(plural, name, [
      {
        reason: 'FieldValueInvalid',
        field: 'metadata.name',
        message: 'must be a lowercase RFC 1123 subdomain',
      },
    ]);
  const shape = shapes[plural].safeParse(object);
  if (!shape.success)
    throw invalid(
      plural,
      name,
      shape.error.issues.map((issue) => ({
        reason: 'FieldValueInvalid',
        field: issue.path.join('.'),
        message: issue.message,
      })),
    );
  if (plural === 'statefulsets') {
    const { selector, template } = statefulSetSpec.parse(object.spec);
    const matches = Object.entries(selector.matchLabels).every(
      ([key, value]) => template.metadata.labels[key] === value,
    );
    if (!matches)
      throw invalid(plural, name, [
        {
          reason: 'FieldValueInvalid',
          field: 'spec.template.metadata.labels',
          message: '`selector` does not match template `labels`',
        },
      ]);
  }
  const mutable = mutableSpecFields[plural];
  if (!before || !mutable) return;
  const [was, is] = [specFields(before), specFields(object)];
  const frozen = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !mutable.includes(field) && !isDeepStrictEqual(was[field], is[field]),
  );
  if (frozen.length > 0)
    throw invalid(
      plural,
      name,
      frozen.map((field) => ({
        reason: 'FieldValueForbidden',
        field: `spec.${field}`,
        message: `Forbidden: updates to fields other than ${mutable.join(', ')} are forbidden`,
      })),
    );
}
