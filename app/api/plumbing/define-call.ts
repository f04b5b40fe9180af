import type { z } from 'zod';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Admission } from '#app/http/admission.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { parseBody } from '#app/http/parse-body.ts';
import type { apiDescription } from '#app/i18n/en/api-description.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import { type Caching, cacheableJson } from './etag.ts';
import { type ExampleMembers, exampleOf } from './example.ts';
import { readJsonObject, refuseBody } from './json-body.ts';
import { type Parameter, readQuery } from './query.ts';

/** The content of a successful answer; `null` is no content. */
export interface Answer<Value = unknown> {
  content: { schema: z.ZodType<Value>; example: unknown } | { mediaType: string } | null;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';

/** The name of a call in `index.ts`; generated clients use it. Each has its sentence. */
export type OperationId = keyof typeof apiDescription.operations;

/**
 * The description of a call. The Worker's build removes what only the documents read: the contents of answers,
 * refusals, the path's parameters and examples (`vite.api.ts`).
 */
interface Description<Who = unknown, Body = unknown, Query = Record<string, unknown>, Value = unknown> {
  who: Admission<Who>;
  parameters?: Record<string, Parameter<string>>;
  /** Parameters of the query, all optional; a repeated or invalid one is refused by name. */
  query?: { [Name in keyof Query]: Parameter<Query[Name]> };
  /** Without one, a change accepts no body or `{}`. If a body has alternatives, the handler parses the one that applies. */
  body?: { schema: z.ZodType<Body>; example: unknown; isAlternative?: boolean; isOptional?: boolean };
  /** An answer by its status; the Worker's build keeps only the status. */
  answers: Record<number, Answer<Value>>;
  /** Refusals of this call in addition to those that follow from its declaration (`refusals.ts`). */
  refusals?: readonly ErrorCode[];
  /** The code of a failure of the handler that has none. */
  failure?: ErrorCode;
  takesHead?: false;
  /** Gives the answer an ETag, and 304 to a client that has it. */
  caching?: Caching;
}

export interface DeclaredCall extends Description {
  /** `GET` also answers `HEAD` unless `takesHead` is false; a `HEAD` also answers `GET`. */
  method: Method;
  /** Under /api, with `{name}` for each parameter. */
  path: string;
}

export interface Operation extends DeclaredCall {
  id: OperationId;
}

export type ChapterId = keyof typeof apiDescription.groups;

/** A chapter of the reference, with its calls in their order. */
export interface Chapter {
  id: ChapterId;
  operations: readonly Operation[];
}

/** A call that the router answers. */
export interface Call extends DeclaredCall {
  /** Admits the caller, parses the request and runs the handler. @throws AppError for any refusal. */
  answer(request: Request, context: RequestContext, params: Record<string, string>): Promise<Response>;
}

interface CallArgs<Who, Body, Query> {
  request: Request;
  context: RequestContext;
  params: Record<string, string>;
  viewer: Who;
  /** The viewer and their client, as use cases take them. */
  actor: Actor<Who>;
  body: Body;
  /** Reads the body of alternatives. @throws as `readJsonObject`. */
  readBody(): Promise<Record<string, unknown>>;
  query: Partial<Query>;
  /** Headers of the answer, for the handler to add to. */
  headers: Headers;
}

/**
 * Declares a call: description, admission, parsing and handler.
 * @param route such as `PUT /instance/restart`, under /api.
 */
export function defineCall<Who, Body, Query, Value>(
  route: `${Method} /${string}`,
  {
    handle,
    ...declaration
  }: Description<Who, Body, Query, Value> & {
    /** @returns the declared answer's value; or a Response for another media type or special headers. */
    handle(args: CallArgs<Who, Body, Query>): Promise<Value | Response>;
  },
): Call {
  const declared = describeCall(route, declaration);
  const { who, body, query, answers, failure, caching } = declaration;
  // A call has one answer.
  const status = Number(Object.keys(answers)[0]);
  return {
    ...declared,
    async answer(request, context, params) {
      const viewer = await who.admit(request, context);
      const headers = new Headers();
      const readBody = () => readJsonObject(request, body?.isOptional);
      if (!body && isChange(declared)) await refuseBody(request);
      const args = {
        request,
        context,
        params,
        viewer,
        actor: { viewer, client: context.client },
        headers,
        readBody,
        query: readQuery<Query>(request, query),
        // Only handlers whose declaration has one body read it.
        body: (body && !body.isAlternative ? parseBody(body.schema, await readBody()) : undefined) as Body,
      };
      const value = await (failure ? withErrorCode(failure, () => handle(args)) : handle(args));
      if (value instanceof Response) return value;
      if (caching) return cacheableJson(request, value, caching);
      if (status === 204) return new Response(null, { status, headers });
      return Response.json(value, { status, headers });
    },
  };
}

/** Declares a call that the Worker answers itself, before the router: its description and its admission. */
export function describeCall<Described extends Description>(
  route: `${Method} /${string}`,
  description: Described,
): DeclaredCall & Described {
  const [method, path] = route.split(' ') as [Method, string];
  return { method, path, ...description };
}

/** @returns whether the call is one that another site must not make a browser send. */
export function isChange({ method }: Pick<DeclaredCall, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** The answer of a 204, which leaves out what the handler returns. */
export const noContent: Answer = { content: null };

/** @returns a JSON answer of the schema. @param example members that differ from the schema's own (`exampleOf`). */
export function json<Value>(
  schema: z.ZodType<Value>,
  example?: NoInfer<ExampleMembers<Value>>,
): Answer<Value> {
  return { content: { schema, example: exampleOf(schema, example) } };
}
