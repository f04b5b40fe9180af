import type { z } from 'zod';
import { isForm, parseFormBody, parseJson } from './body.ts';
import { jsonReply, type Reply, seeOther, text } from './reply.ts';
import type { RouteRequest } from './router.ts';

/** The result of a switch or a button: the JSON answer, and one sentence for the index page. */
export type ActionResult = { status?: number; body: unknown; note: string };

/**
 * Handles a button of the index page and a test's JSON call alike: validates the fields, acts, and redirects a browser to
 * the index page. Invalid fields are a 422 that names them.
 */
export async function handleAction<Schema extends z.ZodType>(
  request: RouteRequest,
  schema: Schema,
  act: (fields: z.infer<Schema>) => ActionResult | Promise<ActionResult>,
  note: (sentence: string) => void,
): Promise<Reply> {
  const body = await request.text();
  // `curl -d '{...}'` labels its JSON as a form; its author means JSON.
  const asForm = isForm(request.headers['content-type']) && !body.trimStart().startsWith('{');
  const fields = schema.safeParse(asForm ? parseFormBody(body) : parseJson(body));
  if (!fields.success) {
    const complaint = fields.error.issues
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      .join('; ');
    return asForm ? text(422, complaint) : jsonReply(422, { error: complaint });
  }
  const result = await act(fields.data);
  note(result.note);
  return asForm ? seeOther('/') : jsonReply(result.status ?? 200, result.body);
}
