import { AppError } from '../errors/app-error.ts';
import { type Holder, holds } from './grants.ts';
import type { Permission } from './roles.ts';

/** @throws AppError forbidden for a person whose role, or whose token, lacks the permission. */
export function requirePermission(holder: Holder, permission: Permission): void {
  if (!holds(holder, permission)) throw new AppError('forbidden');
}
