import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { expect, test } from 'vitest';
import { loader as backups } from '#app/routes/manage-export/route.tsx';
import { loader as status } from '#app/routes/manage-status/route.tsx';
import { loader as update } from '#app/routes/manage-update/route.tsx';
import { loader as webhooks } from '#app/routes/manage-webhooks/route.tsx';
import { testContext, testViewer } from './request-context.ts';

const away = new Error('the object was reset');

/** @returns the page's data or the status of its refusal, on a workspace whose object fails; and how often that was reported. */
async function load(loader: (args: LoaderFunctionArgs) => Promise<unknown>, isReload: boolean) {
  const context = testContext({
    isReload,
    viewer: async () => ({ kind: 'signed-in', viewer: testViewer() }),
    services: {
      clock: { now: () => 1 },
      workspaceObject: () => {
        throw away;
      },
    },
  });
  const args = { request: new Request('https://weft.example/manage'), context, params: {} };
  const answer = await loader(args as unknown as LoaderFunctionArgs).catch((error: Response) => error.status);
  return { answer, reported: context.reported.length };
}

test.each(Object.entries({ export: backups, status, update, webhooks }))(
  '/manage/%s shows that the workspace does not answer, but keeps what it shows while it reloads',
  async (_, loader) => {
    expect(await load(loader, false)).toEqual({ answer: expect.anything(), reported: 1 });
    expect(await load(loader, true)).toEqual({ answer: 503, reported: 1 });
  },
);
