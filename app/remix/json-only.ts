import type { TypedResponse } from '@remix-run/cloudflare';

type IsAny<Value> = 0 extends 1 & Value ? true : false;

/** Types that JSON changes or drops. */
type Lossy =
  | bigint
  | symbol
  | Date
  | URL
  | Headers
  | Error
  | ArrayBuffer
  | ArrayBufferView
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Promise<unknown>
  | ((...args: never[]) => unknown);

/** The parts of a value that JSON does not have; never for a value that is the same after JSON. A property can be left out. */
type LossyParts<Value, Depth extends unknown[] = []> =
  IsAny<Value> extends true
    ? never
    : Depth['length'] extends 10
      ? never
      : Value extends string | number | boolean | null | undefined
        ? never
        : Value extends Lossy
          ? Value
          : Value extends readonly (infer Element)[]
            ? Extract<Element, undefined> | LossyParts<Element, [...Depth, 0]>
            : Value extends object
              ? { [Key in keyof Value]-?: LossyParts<Value[Key], [...Depth, 0]> }[keyof Value]
              : never;

type DataOf<Answer> =
  Answer extends TypedResponse<infer Data> ? Data : Answer extends Response ? null : Answer;

/**
 * Intersected with a loader's type, refuses dates, maps, instances and lists with gaps: a page is rendered from what
 * its loader found, and by the browser from the same after JSON (`PageData`).
 */
export type FindsJson<Answer> = [LossyParts<DataOf<Answer>>] extends [never]
  ? unknown
  : { readonly notJson: LossyParts<DataOf<Answer>> };
