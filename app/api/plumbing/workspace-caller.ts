import type { CloudCaller, CloudPurpose } from '#app/domain/access/cloud-caller.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Admission } from '#app/http/admission.ts';
import { readBearer } from '#app/http/session-token.ts';
import type { Services } from '#app/use-cases/services.ts';

/** The two services that admit a workspace: the Worker can do so before it composes the others. */
type Admitting = Pick<Services, 'clock' | 'verifyCloudCredential'>;

/** A workspace, by the credential that it signed itself (docs/cluster.md, "What n8n asks of its cloud"). */
export function workspace(purpose: CloudPurpose) {
  return {
    kind: 'workspace',
    async admit(request: Request, { services }: { services: Admitting }) {
      const credential = readBearer(request);
      if (credential === null) throw new AppError('signature_invalid');
      const asked = { purpose, now: services.clock.now() };
      const caller = await services.verifyCloudCredential(credential, asked);
      if (!caller) throw new AppError('signature_invalid');
      return { ...caller, credential };
    },
  } as const satisfies Admission<CloudCaller>;
}
