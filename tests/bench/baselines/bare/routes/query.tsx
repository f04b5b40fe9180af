import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { type BareEnv, queryOnce } from '../context.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return { name: await queryOnce((context as unknown as { env: BareEnv }).env) };
}

export default function Query() {
  return <h1>Hello {useLoaderData<typeof loader>().name}</h1>;
}
