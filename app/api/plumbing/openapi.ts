import { sessionCookie } from '#app/http/cookies.ts';
import { t } from '#app/i18n/t.ts';
import { type Answer, type Chapter, isChange, type Operation } from './define-call.ts';
import { errorAnswer } from './error-answer.ts';
import { schemaWriter } from './json-schema.ts';
import { refusalsOf } from './refusals.ts';

type Writer = ReturnType<typeof schemaWriter>;

/** @param portalUrl such as `https://weft.example`. @returns OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html). */
export function openApiDocument(portalUrl: string, chapters: readonly Chapter[]) {
  const writer = schemaWriter();
  const paths: Record<string, Record<string, object>> = {};
  for (const { id: group, operations } of chapters) {
    for (const operation of operations) {
      const { id, method, path } = operation;
      const write = (operationId: string) =>
        describeOperation(operation, { operationId, tags: [group] }, writer);
      // For clients that cannot send HEAD, GET gives the same answer.
      const byGet = method === 'HEAD' && { get: write(`${id}ByGet`) };
      paths[path] = { ...paths[path], [method.toLowerCase()]: write(id), ...byGet };
    }
  }
  const error = writer.write(errorAnswer, 'output');
  return {
    openapi: '3.1.1' as const,
    info: {
      title: t('api.title'),
      version: '1.0.0',
      summary: t('api.lead'),
      description: t('api.description'),
      license: { name: t('apiDescription.license'), url: 'https://www.weft.example/terms' },
    },
    servers: [{ url: `${portalUrl}/api` }],
    tags: chapters.map(({ id }) => ({ name: id, description: t(`apiDescription.groups.${id}`) })),
    paths,
    components: {
      schemas: writer.components,
      responses: { Failure: failure(t('apiDescription.failure'), error) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: t('api.security.bearer') },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie.nameOn(portalUrl.startsWith('https:')),
          description: t('apiDescription.security.cookie'),
        },
        workspace: { type: 'http', scheme: 'bearer', description: t('apiDescription.security.workspace') },
      },
    },
  };
}

function describeOperation(operation: Operation, names: object, writer: Writer): object {
  const { id, body, answers, caching } = operation;
  return {
    ...names,
    summary: summaryOf(id),
    description: describeCallers(operation),
    security: securityOf(operation),
    ...parametersOf(operation, writer),
    ...(body && {
      requestBody: {
        required: body.isOptional !== true,
        content: {
          'application/json': { schema: writer.write(body.schema, 'input'), example: body.example },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, success(answer, operation, writer)]),
      ),
      ...(caching && { 304: { description: t('apiDescription.notModified') } }),
      ...Object.fromEntries(
        [...refusalsOf(operation)].map(([status, codes]) => [
          status,
          refusal(status, codes, writer.write(errorAnswer, 'output')),
        ]),
      ),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function parametersOf({ parameters = {}, query = {} }: Operation, writer: Writer): object {
  const of = (given: NonNullable<Operation['query']>, place: 'path' | 'query') =>
    Object.entries(given).map(([name, { schema, example }]) => ({
      name,
      in: place,
      required: place === 'path',
      example,
      schema: writer.write(schema, 'input'),
    }));
  const all = [...of(parameters, 'path'), ...of(query, 'query')];
  return all.length > 0 ? { parameters: all } : {};
}

function success({ content }: Answer, { id }: Operation, writer: Writer): object {
  const description = summaryOf(id);
  if (content === null) return { description };
  if ('mediaType' in content) return { description, content: { [content.mediaType]: {} } };
  const { schema, example } = content;
  return {
    description,
    content: { 'application/json': { schema: writer.write(schema, 'output'), example } },
  };
}

function refusal(status: number, codes: readonly string[], schema: object): object {
  const retryAfter = { description: t('apiDescription.retryAfter'), schema: { type: 'integer', minimum: 1 } };
  return {
    ...failure(codes.map((code) => `\`${code}\``).join(', '), schema),
    ...(status === 429 && { headers: { 'Retry-After': retryAfter } }),
  };
}

function failure(description: string, schema: object) {
  return { description, content: { 'application/json': { schema } } };
}

function securityOf({ who }: Operation): object[] {
  if (who.kind === 'caller') return [{ bearer: [] }, { cookie: [] }];
  return who.kind === 'workspace' ? [{ workspace: [] }] : [];
}

function summaryOf(id: Operation['id']): string {
  return t(`apiDescription.operations.${id}`);
}

/** @returns a sentence about the permitted callers. */
export function describeCallers(operation: Operation): string {
  const { who } = operation;
  if (who.kind !== 'caller' || who.permission === undefined)
    return t(who.kind === 'workspace' ? 'apiDescription.who.workspace' : 'apiDescription.who.anyone');
  const sentence = t('apiDescription.who.person', { permission: who.permission });
  return isChange(operation) ? `${sentence} ${t('apiDescription.who.change')}` : sentence;
}
