import type { z } from 'zod';
import type { Permission } from '#app/domain/access/roles.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type { apiDescription } from '#app/i18n/en/api-description.ts';
import type { Declaration } from './built-routes.ts';

interface Parameter {
  schema: z.ZodType;
  example: string;
}

/** A declared call of the API, as tests read it; its own type would bring the Worker's types with it. */
export interface Operation {
  id: keyof typeof apiDescription.operations;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  who: Declaration & { permission?: Permission; alsoAdmits?: 'unconfirmed-too' | 'unfinished-too' };
  parameters?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  body?: { schema: z.ZodType; example: unknown; isOptional?: boolean };
  answers: Record<
    number,
    { content: { schema: z.ZodType; example: unknown } | { mediaType: string } | null }
  >;
  refusals?: readonly ErrorCode[];
  caching?: object;
}

interface Chapter {
  operations: readonly Operation[];
}

interface OpenApiDocument {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

// Imported by URL, for the same reason.
const load = (path: string) => import(new URL(`../../app/${path}`, import.meta.url).href);
const index = (await load('api/index.ts')) as { chapters: readonly Chapter[] };
const defining = (await load('api/plumbing/define-call.ts')) as {
  isChange(operation: Pick<Operation, 'method'>): boolean;
};
const refusing = (await load('api/plumbing/refusals.ts')) as {
  refusalsOf(operation: Operation): Map<number, ErrorCode[]>;
  methodsOf(operations: readonly Operation[]): string[];
};
const describing = (await load('api/plumbing/openapi.ts')) as {
  openApiDocument(portalUrl: string, chapters: readonly Chapter[]): OpenApiDocument;
};
const documenting = (await load('api/plumbing/documents.ts')) as {
  writeApiDocuments(): Record<string, string>;
};

export const { chapters } = index;
export const operations = chapters.flatMap((chapter) => chapter.operations);
export const { isChange } = defining;
export const { methodsOf, refusalsOf } = refusing;
export const { openApiDocument } = describing;
export const { writeApiDocuments } = documenting;

/** @throws for an unknown id. */
export function operationOf(id: Operation['id']): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no call ${id}.`);
  return found;
}

/** @returns a call's path as docs/permissions.md has it. */
export function routeOf(path: string): string {
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
}
