import { redirect } from '@remix-run/cloudflare';
import { anyone } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { paths } from '#app/http/paths.ts';

/** /app-selection and /send-confirmation are former addresses (spec §2). */
export const loader = page(anyone, async () => redirect(paths.home));
