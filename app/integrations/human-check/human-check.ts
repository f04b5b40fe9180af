import type { ClientInfo } from '#app/domain/access/client-info.ts';

/** A verified human check: `id` is the same for every use of the same check. */
export interface HumanCheckVerifier {
  /** @returns null when the payload is missing, forged, expired or unsolved. @throws if the provider cannot say. */
  verify(payload: string, client: ClientInfo): Promise<{ id: string } | null>;
}
