import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { type BareEnv, callObject, queryOnce } from '../context.ts';

/** The minimum of a signed-in page: the caller from the database, and the state of their workspace from its object. */
export async function loader({ context }: LoaderFunctionArgs) {
  const env = (context as unknown as { env: BareEnv }).env;
  const name = await queryOnce(env);
  return { name, calls: await callObject(env) };
}

export default function Floor() {
  const { name, calls } = useLoaderData<typeof loader>();
  return (
    <h1>
      Hello {name}, {calls}
    </h1>
  );
}
