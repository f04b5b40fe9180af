import { createHash } from 'node:crypto';
import { answerRows, answerSums } from '#engine/hook/execution-query.ts';
import { BodyError, parseJson } from '#sandbox/server/body.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { bearerToken } from '#sandbox/server/secrets.ts';
import type { RuntimeConfig } from './config.ts';
import { type Credentials, decryptCredentials, encryptCredentials, isCredential } from './credentials.ts';
import type { Executions } from './executions.ts';
import { checkWorkflows } from './removed-types.ts';
import type { Sessions } from './sessions.ts';
import { instantOfCall, verifySignedCall } from './sign-in.ts';
import { isImportable, type Workflows } from './workflows.ts';

type Dependencies = {
  config: RuntimeConfig;
  sessions: Sessions;
  workflows: Workflows;
  executions: Executions;
  credentials: Credentials;
  now: () => number;
};

const maxEmailLength = 254;
const maxPeopleBytes = 4 * 1024;
const roles: readonly unknown[] = ['owner', 'billing', 'operator', 'member', null];

function isSigned(request: RouteRequest, purpose: string, { signInKey }: RuntimeConfig): boolean {
  return verifySignedCall(bearerToken(request.headers.authorization), purpose, signInKey);
}

const answerUnauthorized = () => jsonReply(401, { message: 'Unauthorized' });

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function emailOf(fields: Record<string, unknown>): string {
  const { email } = fields;
  if (typeof email !== 'string' || email === '' || email.length > maxEmailLength)
    throw new BodyError(400, 'There is no e-mail address.');
  return email;
}

function passphraseOf(fields: Record<string, unknown>): string {
  const { passphrase } = fields;
  const length = typeof passphrase === 'string' ? [...passphrase.normalize('NFC')].length : 0;
  if (typeof passphrase !== 'string' || length < 12 || length > 256)
    throw new BodyError(400, 'A passphrase has 12 to 256 characters.');
  return passphrase;
}

function* asJsonArray(items: Iterable<unknown>): Iterable<string> {
  let separator = '[';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The data that the portal reads, for every purpose. */
export function readingRoutes({ config, workflows, executions }: Dependencies): Route[] {
  const reading = (name: string, answer: (query: URLSearchParams) => Reply): Route => ({
    method: 'GET',
    path: `/weft/${name}`,
    handle: (request) =>
      isSigned(request, name, config) ? answer(request.url.searchParams) : answerUnauthorized(),
  });
  const orInvalid = (data: object | null) =>
    data ? jsonReply(200, { data }) : jsonReply(400, { message: 'This query is invalid.' });
  return [
    reading('usage', () => jsonReply(200, { data: executions.usage(workflows.countActive()) })),
    reading('usage-days', (query) => orInvalid(answerSums(executions.log, query))),
    reading('executions', (query) => orInvalid(answerRows(executions.log, query))),
    reading('export', () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: asJsonArray(workflows.list()),
    })),
    reading('check', () => jsonReply(200, { data: checkWorkflows(workflows.list(), config.version) })),
  ];
}

/** Creates routes whose calls are signed for exactly their body. */
function verifySignedWrite(config: RuntimeConfig) {
  return (name: string, write: (body: string) => Reply): Route => ({
    method: 'POST',
    path: `/weft/${name}`,
    handle: async (request) => {
      const body = await request.text();
      const digest = createHash('sha256').update(body).digest('hex');
      return isSigned(request, `${name}:${digest}`, config) ? write(body) : answerUnauthorized();
    },
  });
}

/** Imports workflows from the portal: those of a restore, or those of a rehearsal. */
export function importRoute({ config, workflows }: Dependencies): Route {
  return verifySignedWrite(config)('import', (body) => {
    const given = parseJson(body);
    if (!Array.isArray(given) || !given.every(isImportable))
      throw new BodyError(400, 'This is no list of workflows.');
    workflows.import(given);
    return { status: 204 };
  });
}

/** The changes that the portal makes in the workspace. */
export function writingRoutes({ config, sessions, credentials, now }: Dependencies): Route[] {
  const writing = verifySignedWrite(config);
  return [
    {
      method: 'POST',
      path: '/weft/sign-out',
      handle: async (request) => {
        const fields = fieldsOf(parseJson(await request.text()));
        const email = emailOf(fields);
        if (!isSigned(request, `sign-out:${email}`, config)) return answerUnauthorized();
        sessions.signOut(email, instantOfCall(fields.at, now()));
        return { status: 204 };
      },
    },
    writing('people', (body) => {
      if (Buffer.byteLength(body) > maxPeopleBytes) throw new BodyError(413, 'The body is too large.');
      const fields = fieldsOf(parseJson(body));
      const email = emailOf(fields);
      if (!roles.includes(fields.role)) throw new BodyError(400, 'This is not a role.');
      const role = fields.role === null ? null : String(fields.role);
      sessions.setRole(email, role, instantOfCall(fields.at, now()));
      return { status: 204 };
    }),
    writing('export-credentials', (body) =>
      jsonReply(200, encryptCredentials(credentials.list(), passphraseOf(fieldsOf(parseJson(body))))),
    ),
    writing('import-credentials', (body) => {
      const fields = fieldsOf(parseJson(body));
      const opened = decryptCredentials(fields, passphraseOf(fields));
      if (opened === undefined) throw new BodyError(400, 'wrong passphrase');
      if (!Array.isArray(opened) || !opened.every(isCredential))
        throw new BodyError(400, 'The file holds no credentials.');
      credentials.import(opened);
      return { status: 204 };
    }),
  ];
}
