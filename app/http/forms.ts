import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { PAGE_ACCOUNT } from '#app/domain/access/page-account.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { TypedValue } from '#app/domain/errors/failed-form.ts';
import { isInfrastructureFailure } from './error-response.ts';
import { type FormEntry, readFormEntries } from './form-body.ts';
import { type FormFields, findField, formFieldsOf, hasRows, rejectFarRow } from './form-fields.ts';
import { limitReply } from './form-reply.ts';
import { refuseOtherAccount } from './page-account.ts';
import { retryHeaders } from './retry-after.ts';
import { type RowIntent, readRowIntent, rejectForeignRow } from './row-intent.ts';

export type Form<Schema extends z.ZodType> = Readonly<ReturnType<typeof defineForm<Schema>>>;

/** A posted form and conform's reply to it. The reply contains only the form's own fields. */
export type FormSubmission<Schema extends z.ZodType> = Submission<
  z.input<Schema>,
  string[],
  z.output<Schema>
>;

/** Above every form's number of fields, with room for those that a browser's extension adds. */
const MAX_ENTRIES = 1_000;
/** conform's own fields: a list's row to add or remove, and a state that no form of the portal sends. */
const INTENT = '__intent__';
const STATE = '__state__';

/** Declares a form, in `app/http/portal-forms.ts`. @param schema an object schema whose lists each have a maximum. */
export function defineForm<Schema extends z.ZodType>(
  schema: Schema,
  {
    secrets = [],
    file = null,
  }: { secrets?: Array<keyof z.input<Schema> & string>; file?: string | null } = {},
) {
  let fields: FormFields | null = null;
  return {
    schema,
    // Not before the first post: most requests post nothing.
    get fields(): FormFields {
      fields ??= formFieldsOf(schema);
      return fields;
    },
    /** Names of the fields that no answer repeats: passwords, tokens, solved human checks. */
    secrets: secrets as readonly string[],
    /** The only file field; it is not in the schema. */
    file,
  };
}

/** Reads the only form of an address: `readForm`, then `PostedForm.parse`. */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  form: Form<Schema>,
): Promise<FormSubmission<Schema>> {
  const listed = [...form.fields.values()].reduce((sum, { maxValues }) => sum + maxValues, 0);
  return (await readForm(request, Math.max(MAX_ENTRIES, listed))).parse(form);
}

/**
 * Reads a posted form; no code reads one otherwise. `intent` can select the form, and `parse` reads its fields.
 * @throws as `readFormEntries`; AppError page_of_other_account for one of a page that shows another account.
 */
export async function readForm(request: Request, maxEntries = MAX_ENTRIES): Promise<PostedForm> {
  const form = new PostedForm(await readFormEntries(request, maxEntries));
  postedForms.set(request, form);
  refuseOtherAccount(request, form.pageAccountId);
  return form;
}

/** Each request's form, from its reading to the end of its action. */
const postedForms = new WeakMap<Request, PostedForm>();

/** Frees a form with its passwords and files: V8 frees a request that is a key only in a full garbage collection. */
export function forgetPostedForm(request: Request): void {
  postedForms.delete(request);
}

/** @returns the form of a request that its action has read; undefined before that, and for a request without a form. */
export function findPostedForm(request: Request): PostedForm | undefined {
  return postedForms.get(request);
}

/** @returns a posted form, read here if its action failed before; null if it is unreadable, or unread and has files. */
export async function readPostedForm(request: Request): Promise<PostedForm | null> {
  const known = findPostedForm(request);
  if (known) return known;
  const hasFiles = request.headers.get('Content-Type')?.startsWith('multipart/form-data');
  if (request.bodyUsed || hasFiles) return null;
  try {
    return await readForm(request);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export class PostedForm {
  /** The pressed button, which identifies the posted form of the page; null without one. */
  readonly intent: string | null;
  /** The account that the form's page shows; null without one. */
  readonly pageAccountId: string | null;
  readonly #entries: readonly FormEntry[];
  readonly #rowIntent: RowIntent | null;
  /** Conform's reply to the last parsed fields; null before `parse`. */
  reply: Submission<unknown, string[]>['reply'] | null = null;

  /** @throws AppError malformed_body when conform's own fields hold what no form of the portal sends. */
  constructor(entries: readonly FormEntry[]) {
    this.#entries = entries;
    this.intent = this.#single('intent');
    this.pageAccountId = this.#single(PAGE_ACCOUNT);
    if (this.#values(STATE).length > 0) throw new AppError('malformed_body');
    const rowIntent = this.#single(INTENT);
    this.#rowIntent = rowIntent === null ? null : readRowIntent(rowIntent);
  }

  /**
   * Parses the fields of the form's schema and drops all others.
   * @throws AppError malformed_body for a repeated field, a file, or a row beyond the list.
   */
  parse<Schema extends z.ZodType>(form: Form<Schema>): FormSubmission<Schema> {
    const accepted = this.#accept(form);
    if (this.#rowIntent && hasRows(form.fields)) {
      rejectForeignRow(this.#rowIntent, form.fields);
      accepted.set(INTENT, JSON.stringify(this.#rowIntent));
    }
    const submission: FormSubmission<Schema> = parseWithZod(accepted, { schema: form.schema });
    const reply: typeof submission.reply = (options) =>
      limitReply(submission.reply({ ...options, hideFields: [...form.secrets] }));
    this.reply = reply;
    return { ...submission, reply };
  }

  /** The input of the last parsed fields, without their secrets; null before `parse`. */
  get input(): Record<string, TypedValue> | null {
    return (this.reply?.().initialValue as Record<string, TypedValue> | undefined) ?? null;
  }

  /** Like `parse`, for a form whose fields no person types. @throws AppError invalid_form */
  values<Schema extends z.ZodType>(form: Form<Schema>): z.output<Schema> {
    const submission = this.parse(form);
    if (submission.status !== 'success') throw new AppError('invalid_form');
    return submission.value;
  }

  /** @returns the form's file, or the text in its place; null when there is neither. */
  file(form: Form<z.ZodType>): File | string | null {
    if (form.file === null) return null;
    const [value = null, ...others] = this.#values(form.file);
    if (others.length > 0) throw new AppError('malformed_body');
    return value;
  }

  #accept({ fields }: Form<z.ZodType>): FormData {
    const accepted = new FormData();
    const counts = new Map<string, number>();
    const rows = new Map<string, number>();
    for (const [name, value] of this.#entries) {
      const field = findField(fields, name);
      if (!field) continue;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (typeof value !== 'string' || count > field.maxValues) throw new AppError('malformed_body');
      rejectFarRow(name, field.maxRows, rows);
      accepted.append(name, value);
    }
    return accepted;
  }

  #values(name: string): Array<string | File> {
    return this.#entries.flatMap(([other, value]) => (other === name ? [value] : []));
  }

  /** @returns the text of a field that occurs at most once; null without it. @throws AppError malformed_body */
  #single(name: string): string | null {
    const [value = null, ...others] = this.#values(name);
    if (others.length > 0 || value instanceof File) throw new AppError('malformed_body');
    return value;
  }
}

/** @returns the reply to an invalid form: its errors and the values, without its secrets. */
export function rejectForm<Schema extends z.ZodType>(submission: FormSubmission<Schema>): Response {
  return Response.json(submission.reply(), { status: 422 });
}

/**
 * @returns the reply to a use case's refusal, at its fields or above the form.
 * @throws other errors: `formAction` answers.
 */
export function rejectWithError<Schema extends z.ZodType>(
  submission: FormSubmission<Schema>,
  error: unknown,
): Response {
  if (!(error instanceof AppError) || isInfrastructureFailure(error)) throw error;
  const reply = error.fields
    ? { fieldErrors: Object.fromEntries(Object.entries(error.fields).map(([name, key]) => [name, [key]])) }
    : { formErrors: [`errors.${error.code}`] };
  return Response.json(submission.reply(reply), { status: error.status, headers: retryHeaders(error) });
}
