import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { paths } from '#app/http/paths.ts';

/** The `home` guard (spec §2): to the dashboard when signed in, else to /login. */
export async function loader({ context }: LoaderFunctionArgs) {
  const state = await context.viewer();
  return redirect(state.kind === 'signed-in' ? paths.dashboard : paths.login);
}
