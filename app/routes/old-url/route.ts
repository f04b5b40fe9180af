import { redirect } from '@remix-run/cloudflare';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';

/** /app-selection and /send-confirmation are former addresses (spec §2). */
export const loader = page(anyone, async () => redirect(paths.home));
