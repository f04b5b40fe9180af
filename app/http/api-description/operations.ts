import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';
import type { Operation } from './operation.ts';
import { billingOperations } from './operations/billing.ts';
import { cloudOperations } from './operations/cloud.ts';
import { portalOperations } from './operations/portal.ts';
import { sessionOperations } from './operations/session.ts';
import { setUpOperations } from './operations/set-up.ts';
import { workspaceOperations } from './operations/workspace.ts';

/** Every call under /api: the description, the reference and the tests are made from it. */
export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...setUpOperations,
  ...workspaceOperations,
  ...billingOperations,
  ...cloudOperations,
  ...portalOperations,
];

/**
 * @returns why a call can be refused, by status: what it says of itself, and what follows from who may call and from its
 *   body. Failures that any call can have stand under `default` in the description.
 */
export function refusalsOf(operation: Operation): Map<number, ErrorCode[]> {
  const { who } = operation;
  const codes: ErrorCode[] = ['api_token_in_address', ...(operation.refusals ?? [])];
  if (operation.query) codes.push('invalid_query');
  if (who.kind === 'person') {
    codes.push(
      'not_signed_in',
      'session_expired',
      'second_factor_due',
      'api_token_invalid',
      'forbidden',
      'api_token_scope_missing',
    );
    if (who.alsoAdmits === null) codes.push('email_not_confirmed');
    if (who.alsoAdmits !== 'unfinished-too') codes.push('second_factor_needed');
  }
  if (who.kind === 'workspace') codes.push('signature_invalid');
  if (isChange(operation)) {
    codes.push('foreign_origin', 'body_too_large', 'too_many_attempts');
    // Where nothing is taken, what is sent is read and refused all the same.
    codes.push('malformed_body', 'body_too_deep', 'unsupported_media_type', 'invalid_form');
  }
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** @returns whether the call is one that another site must not have a browser send. */
export function isChange({ method }: Pick<Operation, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** @returns the methods that an address answers, as `Allow` has them. */
export function methodsOf(path: string): string[] {
  const methods = operations
    .filter((operation) => operation.path === path)
    .flatMap(({ method, takesHead }) => {
      if (method === 'HEAD') return ['GET', 'HEAD'];
      return method === 'GET' && takesHead !== false ? ['GET', 'HEAD'] : [method];
    });
  return [...new Set(methods)];
}
