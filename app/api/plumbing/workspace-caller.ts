import type { CloudCaller, CloudPurpose } from '#app/domain/access/cloud-caller.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Admission } from '#app/http/admission.ts';
import { readBearer } from '#app/http/session-token.ts';
import type { Services } from '#app/use-cases/services.ts';

/** The calling workspace, with its credential. */
type Caller = CloudCaller & { credential: string };

/** Uses only two of the services, so that the Worker can admit a workspace before it composes the others. */
interface WorkspaceAdmission extends Admission<Caller> {
  admit(
    request: Request,
    context: { services: Pick<Services, 'clock' | 'verifyCloudCredential'> },
  ): Promise<Caller>;
}

/** A workspace, by the credential that it signed itself (docs/cluster.md, "What n8n asks of its cloud"). */
export function workspace(purpose: CloudPurpose): WorkspaceAdmission {
  return {
    kind: 'workspace',
    async admit(request, { services }) {
      const credential = readBearer(request);
      if (credential === null) throw new AppError('signature_invalid');
      const asked = { purpose, now: services.clock.now() };
      const caller = await services.verifyCloudCredential(credential, asked);
      if (!caller) throw new AppError('signature_invalid');
      return { ...caller, credential };
    },
  };
}
