import { AppError } from '#app/domain/errors/app-error.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';

/** Every address outside routes.ts. The root's error page shows it (spec §2). */
const refuse = async () => {
  throw new AppError('not_found');
};
export const loader = page(anyone, refuse);
export const action = page(anyone, refuse);

/** Without a component Remix would answer the bare code instead of the error page. */
export default function NotFound() {
  return null;
}
