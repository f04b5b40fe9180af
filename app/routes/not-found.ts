import { AppError } from '#app/domain/errors/app-error.ts';
import { page } from '#app/http/handlers.ts';

/** Every address that routes.ts does not name; the root's error page says so (spec §2). */
export const loader = page(async () => {
  throw new AppError('not_found');
});
export const action = loader;
