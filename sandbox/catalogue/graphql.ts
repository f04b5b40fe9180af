import type { GraphqlValue, Selection } from './graphql-parser.ts';
import type { CatalogueNode } from './nodes.ts';

/** A well-formed query that asks for something this API does not have. */
export class GraphqlValidationError extends Error {}

const attributeNames = ['name', 'displayName', 'popularity', 'iconData', 'nodeCategories'] as const;
type AttributeName = (typeof attributeNames)[number];

const isAttribute = (name: string): name is AttributeName => attributeNames.some((known) => known === name);

function unknownField(name: string, type: string): GraphqlValidationError {
  return new GraphqlValidationError(`Cannot query field "${name}" on type "${type}".`);
}

function child(selections: readonly Selection[], name: string, type: string): Selection {
  const other = selections.find((selection) => selection.name !== name);
  if (other) throw unknownField(other.name, type);
  const [found] = selections;
  if (!found) throw new GraphqlValidationError(`Field of type "${type}" must have a selection of subfields.`);
  return found;
}

function limitOf(pagination: GraphqlValue | undefined): number {
  // Strapi, which serves n8n's catalogue, answers ten entries unless asked for more.
  if (pagination === undefined || pagination === null) return 10;
  if (typeof pagination !== 'object' || Array.isArray(pagination))
    throw new GraphqlValidationError('Expected value of type "PaginationArg" for "pagination".');
  const limit = pagination.limit ?? 10;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
    throw new GraphqlValidationError('Int cannot represent the value of "pagination.limit".');
  return limit;
}

function comparator(rule: GraphqlValue): (a: CatalogueNode, b: CatalogueNode) => number {
  const [field, direction = 'asc'] = String(rule).split(':');
  if (field !== 'popularity' && field !== 'displayName' && field !== 'name')
    throw new GraphqlValidationError(`Invalid sort field "${field}".`);
  const sign = direction === 'desc' ? -1 : 1;
  return (a, b) => {
    const [left, right] = [a[field], b[field]];
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * String(left).localeCompare(String(right), 'en');
  };
}

function sorted(nodes: readonly CatalogueNode[], sort: GraphqlValue | undefined): CatalogueNode[] {
  const comparators = (sort === undefined || sort === null ? [] : [sort].flat()).map(comparator);
  return nodes.toSorted((a, b) => comparators.reduce((order, compare) => order || compare(a, b), 0));
}

/** Categories as a relation, with just the fields that were asked for. Their ids are the sandbox's: the data has none. */
function categoriesOf(node: CatalogueNode, selection: Selection) {
  const data = child(selection.selections, 'data', 'NodeCategoryRelationResponseCollection');
  const entities = node.nodeCategories.map((name) =>
    Object.fromEntries(
      data.selections.map((field) => {
        if (field.name === 'id') return [field.responseName, name];
        if (field.name !== 'attributes') throw unknownField(field.name, 'NodeCategoryEntity');
        return [field.responseName, { [child(field.selections, 'name', 'NodeCategory').responseName]: name }];
      }),
    ),
  );
  return { [data.responseName]: entities };
}

function attributesOf(node: CatalogueNode, selections: readonly Selection[]) {
  return Object.fromEntries(
    selections.map((selection) => {
      const { name, responseName } = selection;
      if (!isAttribute(name)) throw unknownField(name, 'Node');
      if (selection.selections.length === 0) return [responseName, node[name] ?? null];
      if (name === 'nodeCategories') return [responseName, categoriesOf(node, selection)];
      throw new GraphqlValidationError(
        `Field "${name}" must not have a selection since it has no subfields.`,
      );
    }),
  );
}

function entityOf(node: CatalogueNode, selections: readonly Selection[]) {
  return Object.fromEntries(
    selections.map((selection) => {
      if (selection.name === 'id') return [selection.responseName, String(node.id)];
      if (selection.name !== 'attributes') throw unknownField(selection.name, 'NodeEntity');
      if (selection.selections.length === 0)
        throw new GraphqlValidationError(
          'Field "attributes" of type "Node" must have a selection of subfields.',
        );
      return [selection.responseName, attributesOf(node, selection.selections)];
    }),
  );
}

/** Answers the one query n8n's public catalogue is asked: `nodes`. Throws {@link GraphqlValidationError} for any other. */
export function execute(query: readonly Selection[], nodes: readonly CatalogueNode[]) {
  const root = child(query, 'nodes', 'Query');
  const unknown = Object.keys(root.args).find((name) => name !== 'pagination' && name !== 'sort');
  if (unknown) throw new GraphqlValidationError(`Unknown argument "${unknown}" on field "Query.nodes".`);
  const data = child(root.selections, 'data', 'NodeEntityResponseCollection');
  if (data.selections.length === 0)
    throw new GraphqlValidationError(
      'Field "data" of type "[NodeEntity!]!" must have a selection of subfields.',
    );
  const chosen = sorted(nodes, root.args.sort).slice(0, limitOf(root.args.pagination));
  return {
    [root.responseName]: { [data.responseName]: chosen.map((node) => entityOf(node, data.selections)) },
  };
}
