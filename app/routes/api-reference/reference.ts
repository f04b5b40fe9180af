/** A field of a body or an answer. */
export interface ReferenceField {
  /** With dots for nested fields, and brackets for a list. */
  name: string;
  type: string;
  isRequired: boolean;
}

/** A call, as its card shows it. */
export interface ReferenceCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  who: string;
  parameters: readonly ReferenceField[];
  body?: { isOptional: boolean; fields: readonly ReferenceField[] } | undefined;
  curl: string;
  answers: ReadonlyArray<{
    status: string;
    mediaType: string | null;
    /** Null if it is not JSON. */
    example: string | null;
    fields: readonly ReferenceField[];
  }>;
  refusals: ReadonlyArray<{ status: string; codes: ReadonlyArray<{ code: string; sentence: string }> }>;
}

export interface ReferenceGroup {
  id: string;
  title: string;
  calls: readonly ReferenceCall[];
}
