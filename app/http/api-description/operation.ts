import type { z } from 'zod';
import type { Permission } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { api } from '#app/i18n/en/api.ts';

/** The chapters of the reference, in their order. */
export const groups = [
  'session',
  'setUp',
  'workspace',
  'exports',
  'billing',
  'plans',
  'cloud',
  'portal',
] as const;
type Group = (typeof groups)[number];

/** What an answer has in it; `null` is none, a text is its media type. */
export interface Answer {
  content: { schema: z.ZodType; example: unknown } | { mediaType: string } | null;
}

/** Who may call: nobody in particular, who has a permission, or a workspace by its own signature. */
export type Caller =
  | { kind: 'anyone' }
  | { kind: 'person'; permission: Permission; alsoAdmits: 'unconfirmed-too' | 'unfinished-too' | null }
  | { kind: 'workspace' };

/** Each has its words in the translations. */
export type OperationId = keyof typeof api.operations;

/** One call under /api. */
export interface Operation {
  /** In camel case; the name that generated clients give it. */
  id: OperationId;
  /** The one to use first; `GET` is answered to `HEAD` too unless `takesHead` says otherwise. */
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
  /** Under /api, with `{name}` for each parameter. */
  path: string;
  group: Group;
  who: Caller;
  /** Of the path, by name, with a value that is shown. */
  parameters?: Record<string, { schema: z.ZodType; example: string }>;
  /** Of the query, each of which may be left out. */
  query?: Record<string, { schema: z.ZodType; example: string }>;
  /** The schema that the route itself parses with. */
  body?: { schema: z.ZodType; example: unknown; isOptional?: boolean };
  /** By the status of success. */
  answers: Record<number, Answer>;
  /** What it refuses of its own, beside what `refusalsOf` knows of its kind. */
  refusals?: readonly ErrorCode[];
  takesHead?: false;
  /** It has an ETag, and answers 304 to who has what it says. */
  isCacheable?: true;
}

export const anyone: Caller = { kind: 'anyone' };
export const workspace: Caller = { kind: 'workspace' };

/** @returns whoever is signed in with the permission. */
export function person(
  permission: Permission,
  alsoAdmits: 'unconfirmed-too' | 'unfinished-too' | null = null,
): Caller {
  return { kind: 'person', permission, alsoAdmits };
}

export const noContent: Answer = { content: null };

export function answer(schema: z.ZodType, example: unknown): Answer {
  return { content: { schema, example } };
}
