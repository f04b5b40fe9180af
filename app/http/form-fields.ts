import type { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { lengthsOf, postedDefinition } from './posted-schema.ts';

export interface FormField {
  /** Maximum repetitions of its name. */
  maxValues: number;
  /** For each `[]` of its name, the maximum number of rows. */
  maxRows: readonly number[];
}

/** A form's fields by the names that it posts, with `[]` for a row's index: `invitations[].email`. */
export type FormFields = ReadonlyMap<string, FormField>;

/** @returns the names that a form can post. @throws Error for a schema without bounds: an open object, an endless list. */
export function formFieldsOf(schema: z.ZodType): FormFields {
  const fields = new Map<string, FormField>();
  addFields(fields, schema, '', []);
  return fields;
}

/** A row's index as browsers write it, without leading zeros. */
const ROW_INDEX = /\[(0|[1-9]\d{0,3})\]/g;

/** @returns the field that a posted name means; undefined when the form has none of that name. */
export function findField(fields: FormFields, name: string): FormField | undefined {
  return name.includes('[]') ? undefined : fields.get(name.replace(ROW_INDEX, '[]'));
}

/** @returns whether the form has a list whose rows can be added and removed. */
export function hasRows(fields: FormFields): boolean {
  return [...fields.values()].some(({ maxRows }) => maxRows.length > 0);
}

/**
 * Refuses a row beyond its list's maximum, and one that leaves out rows before it: either would cost more than it sends.
 * @param rows how many rows each list has had until now; counted on.
 * @throws AppError malformed_body
 */
export function rejectFarRow(name: string, maxRows: readonly number[], rows: Map<string, number>): void {
  for (const [level, match] of [...name.matchAll(ROW_INDEX)].entries()) {
    const index = Number(match[1]);
    const list = name.slice(0, match.index);
    const known = rows.get(list) ?? 0;
    if (index > known || index >= (maxRows[level] ?? 0)) throw new AppError('malformed_body');
    rows.set(list, Math.max(known, index + 1));
  }
}

/** Types of schemas that accept one posted text. */
const SINGLE_TYPES = ['string', 'number', 'boolean', 'enum', 'union'];

function addFields(
  fields: Map<string, FormField>,
  schema: z.core.$ZodType,
  name: string,
  maxRows: readonly number[],
): void {
  const def = postedDefinition(schema);
  if (def.type === 'object') {
    if (def.catchall && def.catchall._zod.def.type !== 'never')
      throw new Error(`A form's object must name its fields: ${name}`);
    for (const [key, field] of Object.entries(def.shape))
      addFields(fields, field, name === '' ? key : `${name}.${key}`, maxRows);
  } else if (def.type === 'array') {
    const element = postedDefinition(def.element);
    // Each of a list's options can be chosen once.
    const options = element.type === 'enum' ? Object.keys(element.entries).length : undefined;
    const max = lengthsOf(def).maxLength ?? options;
    if (max === undefined) throw new Error(`A form's list needs a maximum: ${name}`);
    // One more than allowed, so that the schema reports the error.
    if (element.type === 'object') addFields(fields, def.element, `${name}[]`, [...maxRows, max + 1]);
    else fields.set(name, { maxValues: max + 1, maxRows });
  } else {
    if (!SINGLE_TYPES.includes(def.type)) throw new Error(`A form has no field of type ${def.type}: ${name}`);
    fields.set(name, { maxValues: 1, maxRows });
  }
}
