import { createHash, type Hash } from 'node:crypto';
import type { WorkflowFile } from '#app/domain/backup/workflow-file.ts';
import { canonicalJson } from '#app/domain/encoding/canonical-json.ts';

/** A larger workflow is compared by its bytes, and so is a deep one: parsing them would take too much of the object's memory or stack. */
const MAX_PARSED_BYTES = 1024 * 1024;

/** @returns what `digestWorkflow` says of each workflow of an export that a workspace can import. */
export async function* digestExport(workflows: AsyncIterable<WorkflowFile>) {
  let parts: Hash | undefined;
  for await (const workflow of workflows) {
    const { id, name, isActive, chunks, isPart, hasOddId } = workflow;
    if (hasOddId) continue;
    if (isPart || parts) {
      parts ??= createHash('sha256');
      for (const chunk of chunks) parts.update(chunk);
    }
    if (isPart) continue;
    yield {
      id,
      name,
      isActive,
      ...(parts ? { digest: parts.digest('base64'), fields: null } : digestWorkflow(workflow)),
    };
    parts = undefined;
  }
}

/** @returns digests that ignore the order of keys; of the bytes alone, without fields, if too large or deep to parse. */
export function digestWorkflow({ bytes, chunks, isDeep }: Pick<WorkflowFile, 'bytes' | 'chunks' | 'isDeep'>) {
  if (bytes > MAX_PARSED_BYTES || isDeep) return { digest: digestOf(chunks), fields: null };
  const workflow: Record<string, unknown> = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const digests = Object.entries(workflow).map(
    ([field, value]) => [field, digestOf([canonicalJson(value)])] as const,
  );
  return { digest: digestOf([canonicalJson(Object.fromEntries(digests))]), fields: new Map(digests) };
}

function digestOf(parts: ReadonlyArray<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64');
}
