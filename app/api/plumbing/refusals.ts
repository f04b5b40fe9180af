import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';
import { type DeclaredCall, isChange } from './define-call.ts';

/** @returns the refusals of a call by status: its own, and those that follow from its caller and its method. */
export function refusalsOf(operation: DeclaredCall): Map<number, ErrorCode[]> {
  const { who } = operation;
  const codes: ErrorCode[] = ['api_token_in_address', ...(operation.refusals ?? [])];
  if (operation.query) codes.push('invalid_query');
  if (who.kind === 'caller') {
    codes.push(
      'not_signed_in',
      'session_expired',
      'second_factor_due',
      'api_token_invalid',
      'forbidden',
      'api_token_scope_missing',
    );
    if (who.alsoAdmits === undefined) codes.push('email_not_confirmed');
    if (who.alsoAdmits !== 'unfinished-too') codes.push('second_factor_needed');
  }
  if (who.kind === 'workspace') codes.push('signature_invalid');
  if (isChange(operation)) {
    codes.push('foreign_origin', 'body_too_large', 'too_many_attempts');
    // A call without a body reads a body in order to refuse it.
    codes.push('malformed_body', 'body_too_deep', 'unsupported_media_type', 'invalid_form');
  }
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** @returns the methods that these calls of one address answer, as `Allow` lists them. */
export function methodsOf(calls: readonly DeclaredCall[]): string[] {
  const methods = calls.flatMap(({ method, takesHead }) => {
    if (method === 'HEAD') return ['GET', 'HEAD'];
    return method === 'GET' && takesHead !== false ? ['GET', 'HEAD'] : [method];
  });
  return [...new Set(methods)];
}
