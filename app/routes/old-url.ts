import { redirect } from '@remix-run/cloudflare';
import { paths } from '#app/http/paths.ts';

/** /app-selection and /send-confirmation are addresses of the past (spec §2). */
export const loader = () => redirect(paths.home);
