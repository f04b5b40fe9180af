import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { type BareEnv, callObject } from '../context.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return { calls: await callObject((context as unknown as { env: BareEnv }).env) };
}

export default function Count() {
  return <h1>Hello {useLoaderData<typeof loader>().calls}</h1>;
}
