import { AppError } from '#app/domain/errors/app-error.ts';
import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { RpcResult } from './rpc.ts';

/**
 * Calls a workspace's object.
 * @param code of the error when the object is down.
 * @throws AppError `code`, or the object's refusal.
 */
export async function callObject<Value>(
  code: ErrorCode,
  call: () => Promise<RpcResult<Value>>,
): Promise<Value> {
  return unwrap(await withErrorCode(code, call));
}

/** @returns an object's value. @throws AppError its refusal, at the field that it names. */
export function unwrap<Value>(result: RpcResult<Value>): Value {
  if (result.ok) return result.value;
  if (result.field === undefined) throw new AppError(result.code);
  throw new AppError(result.code, { fields: { [result.field]: fieldError(result.code) } });
}
