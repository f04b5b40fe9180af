import { z } from 'zod';
import type { Role } from '#app/domain/access/roles.ts';
import { CREDENTIALS_MAX_BYTES, readCredentialsDocument } from '#app/domain/backup/credentials.ts';
import type { WorkspaceProcess } from '#app/domain/instance/process-port.ts';
import { versionCheck } from '#app/domain/instance/rehearsal/report.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { monthPattern } from '#app/domain/usage/months.ts';
import { type IngressCluster, workspaceUrls } from '../kubernetes/ingress.ts';
import type { Outbound } from '../outbound/client.ts';
import { OutboundError } from '../outbound/errors.ts';
import { executionReads } from './execution-reads.ts';
import { type KeyOf, type ReadPurpose, sha256, signPurpose } from './signing.ts';
import { failWhenSilent } from './unless-silent.ts';

const USAGE_TIMEOUT_MS = 3_000;
const PERSON_TIMEOUT_MS = 3_000;
/** Each workflow is parsed and held against n8n's own list of nodes. */
const CHECK_LIMITS = { timeoutMs: 60_000, maxBodyBytes: 4 * 1024 * 1024 };
/** Until the first byte, and between any two; the whole body has no limit. */
const EXPORT_TIMEOUT_MS = 30_000;
const IMPORT_TIMEOUT_MS = 30_000;
const CREDENTIALS_LIMITS = { timeoutMs: 30_000, maxBodyBytes: CREDENTIALS_MAX_BYTES };

/** Statuses of an import whose content is refused: the same content gets it each time. */
const CONTENT_REFUSED = 400;
const CONTENT_TOO_LARGE = 413;

const checkSchema = z.object({ data: versionCheck });

const usageSchema = z.object({
  data: z.object({
    timeframe: z.string().regex(monthPattern),
    executions: z.number().int().nonnegative(),
    activeWorkflows: z.number().int().nonnegative(),
  }),
});

interface Posted {
  body: string | Uint8Array<ArrayBuffer>;
  signed?: string | undefined;
  /** The status of success; by default 204. */
  status?: number;
  timeoutMs: number;
  maxBodyBytes?: number;
}

/** The hook file's API of a workspace (docs/cluster.md). @param settings.serviceOf its Service; by default its own. */
export function workspaceProcess(settings: {
  clusters: readonly IngressCluster[];
  outbound: Outbound;
  fetch: typeof globalThis.fetch;
  signInKeyOf: KeyOf;
  serviceOf?: (workspaceName: string) => string;
}): WorkspaceProcess {
  const { fetch } = settings;
  const urlOf = workspaceUrls(settings.clusters, settings.serviceOf);

  async function authorization(
    { workspaceId }: InstanceFacts,
    purpose: Parameters<typeof signPurpose>[0],
  ): Promise<{ Authorization: string }> {
    const signature = signPurpose(purpose, await settings.signInKeyOf(workspaceId));
    return { Authorization: `Bearer ${signature}` };
  }

  async function get(
    facts: InstanceFacts,
    purpose: ReadPurpose,
    query: URLSearchParams | null = null,
    limits: { timeoutMs: number; maxBodyBytes?: number } = { timeoutMs: USAGE_TIMEOUT_MS },
  ): Promise<Response> {
    const path = `/weft/${purpose}${query ? `?${query}` : ''}`;
    const headers = await authorization(facts, purpose);
    return settings.outbound.request(urlOf(facts, path), { headers, ...limits });
  }

  /** Sends a JSON body under a signature that is valid only for this body, or for what `signed` names. */
  async function postSigned(
    facts: InstanceFacts,
    name: 'import' | 'sign-out' | 'people' | 'export-credentials' | 'import-credentials',
    { body, signed, status = 204, ...limits }: Posted,
  ): Promise<Response> {
    const response = await settings.outbound.request(urlOf(facts, `/weft/${name}`), {
      method: 'POST',
      headers: {
        ...(await authorization(facts, `${name}:${signed ?? sha256(body)}`)),
        'Content-Type': 'application/json',
      },
      body,
      retry: 'safe',
      ...limits,
    });
    // Another status of success comes from another page, not from the hook file.
    if (response.status !== status)
      throw new Error(`The workspace answered ${name} with ${response.status}.`);
    return response;
  }

  /** @param person a change with its instant, by the clock that also signs the person's links. */
  async function postPerson(
    facts: InstanceFacts,
    name: 'sign-out' | 'people',
    person: { at: number | undefined; email: string; role?: Role | null },
    signed?: string,
  ): Promise<void> {
    const body = JSON.stringify(person);
    await postSigned(facts, name, { body, signed, timeoutMs: PERSON_TIMEOUT_MS });
  }

  return {
    ...executionReads(get),

    async usage(facts) {
      return usageSchema.parse(await (await get(facts, 'usage')).json()).data;
    },

    async check(facts) {
      const response = await get(facts, 'check', null, CHECK_LIMITS);
      return checkSchema.parse(await response.json()).data;
    },

    async exportWorkflows(facts) {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), EXPORT_TIMEOUT_MS);
      try {
        // Not the outbound client, which reads an answer into memory: an export may be too large for that.
        const response = await fetch(urlOf(facts, '/weft/export'), {
          headers: await authorization(facts, 'export'),
          redirect: 'manual',
          signal: deadline.signal,
        });
        if (response.ok && response.body) return failWhenSilent(response.body, EXPORT_TIMEOUT_MS);
        await response.body?.cancel();
        throw new Error(`The workspace answered the export with ${response.status}.`);
      } finally {
        clearTimeout(timer);
      }
    },

    importWorkflows: (facts, body) =>
      isAccepted(postSigned(facts, 'import', { body, timeoutMs: IMPORT_TIMEOUT_MS }), [
        CONTENT_REFUSED,
        CONTENT_TOO_LARGE,
      ]),

    async exportCredentials(facts, passphrase) {
      const body = JSON.stringify({ passphrase });
      const response = await postSigned(facts, 'export-credentials', {
        body,
        status: 200,
        ...CREDENTIALS_LIMITS,
      });
      const document = new Uint8Array(await response.arrayBuffer());
      if (!readCredentialsDocument(document))
        throw new Error('The workspace exported no credentials document.');
      return document;
    },

    importCredentials(facts, { document, passphrase }) {
      const body = JSON.stringify({ ...document, passphrase });
      const sent = postSigned(facts, 'import-credentials', { body, ...CREDENTIALS_LIMITS });
      // Only a 400 says that the passphrase is wrong.
      return isAccepted(sent, [CONTENT_REFUSED]);
    },

    // Links that are signed while a sign-out waits for its delivery end too.
    signOut: (facts, email) => postPerson(facts, 'sign-out', { email, at: systemClock.now() }, email),
    setPerson: (facts, { email, role, at }) => postPerson(facts, 'people', { email, role, at }),
  };
}

/** @returns false for one of the refusals. @throws any other failure of the call. */
async function isAccepted(sent: Promise<Response>, refusals: readonly number[]): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof OutboundError && refusals.includes(error.status ?? 0)) return false;
    throw error;
  }
}
