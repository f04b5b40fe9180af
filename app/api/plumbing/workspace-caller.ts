import { AppError } from '#app/domain/errors/app-error.ts';
import type { Admission } from '#app/http/admission.ts';
import type { CloudCaller, CloudPurpose } from '#app/use-cases/cloud/verify-credential.ts';

/** A workspace, by the credential that it signed itself (docs/cluster.md, "What n8n asks of its cloud"). */
export function workspace(purpose: CloudPurpose): Admission<CloudCaller & { credential: string }> {
  return {
    kind: 'workspace',
    async admit(request, { services }) {
      const credential = bearerOf(request);
      if (credential === null) throw new AppError('signature_invalid');
      const asked = { purpose, now: services.clock.now() };
      const caller = await services.verifyCloudCredential(credential, asked);
      if (!caller) throw new AppError('signature_invalid');
      return { ...caller, credential };
    },
  };
}

/** @returns what follows `Authorization: Bearer`; null without one. */
export function bearerOf(request: Request): string | null {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}
