import { buildSchema, execute, GraphQLError, type GraphQLSchema, Kind, parse, validate } from 'graphql';
import { z } from 'zod';
import { parseJson } from '#sandbox/server/body.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { CatalogueNode } from './nodes.ts';

const request = z.object({ query: z.string(), variables: z.record(z.string(), z.json()).nullish() });

/** The simulated part of n8n's public catalogue (Strapi). */
const schemaWith = (categories: string) =>
  buildSchema(`
    scalar JSON
    input PaginationArg { limit: Int }
    type Query { nodes(pagination: PaginationArg, sort: [String]): NodeEntityResponseCollection }
    type NodeEntityResponseCollection { data: [NodeEntity!]! }
    type NodeEntity { id: ID, attributes: Node }
    type Node { name: String, displayName: String, popularity: Int, iconData: JSON, nodeCategories: ${categories} }
    type NodeCategoryRelationResponseCollection { data: [NodeCategoryEntity!]! }
    type NodeCategoryEntity { id: ID, attributes: NodeCategory }
    type NodeCategory { name: String }
  `);

/** Categories are plain names, or a relation for a query that asks for their fields. */
const plain = schemaWith('JSON');
const related = schemaWith('NodeCategoryRelationResponseCollection');

/** Strapi answers ten entries unless the query asks for more. */
const DEFAULT_LIMIT = 10;

interface NodesArgs {
  pagination?: { limit?: number | null } | null;
  sort?: readonly (string | null)[] | null;
}

/** @returns a function that answers the body of a GraphQL request about these nodes. */
export function catalogueApi(nodes: readonly CatalogueNode[]) {
  return (body: string): Reply => {
    const { success, data } = request.safeParse(parseJson(body));
    return success
      ? answer(data.query, data.variables ?? {}, nodes)
      : failure('BAD_REQUEST', 'POST body must contain a query.');
  };
}

function answer(
  query: string,
  variableValues: Record<string, unknown>,
  nodes: readonly CatalogueNode[],
): Reply {
  const document = parseQuery(query);
  if (document instanceof GraphQLError) return failure('GRAPHQL_PARSE_FAILED', document.message);
  const [invalid] = validate(plain, document);
  const schema = invalid && validate(related, document).length === 0 ? related : plain;
  if (invalid && schema === plain) return failure('GRAPHQL_VALIDATION_FAILED', invalid.message);
  const rootValue = { nodes: (args: NodesArgs) => ({ data: entities(nodes, args, schema) }) };
  const result = execute({ schema, document, rootValue, variableValues });
  if (result instanceof Promise) throw new Error('The catalogue has no asynchronous field.');
  const [failed] = result.errors ?? [];
  if (failed) return failure('GRAPHQL_VALIDATION_FAILED', failed.message);
  return jsonReply(200, { data: result.data });
}

/** @returns the document, or the error for a syntax error and for any operation but a query. */
function parseQuery(query: string) {
  try {
    const document = parse(query);
    const isOnlyQueries = document.definitions.every(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === 'query',
    );
    return isOnlyQueries ? document : new GraphQLError('Only query operations are supported.');
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function failure(code: string, message: string): Reply {
  return jsonReply(400, { errors: [{ message, extensions: { code } }] });
}

function entities(nodes: readonly CatalogueNode[], { pagination, sort }: NodesArgs, schema: GraphQLSchema) {
  const limit = pagination?.limit ?? DEFAULT_LIMIT;
  if (limit < 1) throw new GraphQLError('Int cannot represent the value of "pagination.limit".');
  const comparators = (sort ?? []).map(comparator);
  return nodes
    .toSorted((a, b) => comparators.reduce((order, compare) => order || compare(a, b), 0))
    .slice(0, limit)
    .map((node) => ({
      id: String(node.id),
      attributes: schema === related ? { ...node, nodeCategories: relationOf(node) } : node,
    }));
}

/** Generates the categories' ids: the data has none. */
function relationOf({ nodeCategories }: CatalogueNode) {
  return { data: nodeCategories.map((name) => ({ id: name, attributes: { name } })) };
}

function comparator(rule: string | null): (a: CatalogueNode, b: CatalogueNode) => number {
  const [field, direction = 'asc'] = String(rule).split(':');
  if (field !== 'popularity' && field !== 'displayName' && field !== 'name')
    throw new GraphQLError(`Invalid sort field "${field}".`);
  const sign = direction === 'desc' ? -1 : 1;
  return (a, b) => {
    const [left, right] = [a[field], b[field]];
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * String(left).localeCompare(String(right), 'en');
  };
}
