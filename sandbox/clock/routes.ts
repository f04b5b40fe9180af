import { z } from 'zod';
import { type ActionResult, handleAction } from '#sandbox/server/form-action.ts';
import type { Route } from '#sandbox/server/router.ts';
import { parseDurationMs } from './duration.ts';

type Dependencies = { portalUrl: string; token: string; note: (sentence: string) => void };

// Moving a clock runs the schedules that this makes due, which may call the cluster a few times.
const portalTimeoutMs = 30_000;

const clockRequest = z.object({
  workspace: z.string().min(1).max(63),
  advance: z.string().transform((text, context) => {
    const advanceMs = parseDurationMs(text);
    if (advanceMs !== undefined) return { text, advanceMs };
    context.addIssue({
      code: 'custom',
      message:
        'must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P14D or PT1H',
    });
    return z.NEVER;
  }),
});

function parseOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** What a failed fetch failed of: the wrapped cause says it, the message is always "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function moveClock(
  { portalUrl, token }: Dependencies,
  workspace: string,
  advance: { text: string; advanceMs: number },
): Promise<ActionResult> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(`${portalUrl}/sandbox/clock`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ workspace, advanceMs: advance.advanceMs }),
      signal: AbortSignal.timeout(portalTimeoutMs),
    });
    body = await response.text();
  } catch (error) {
    const message = `The portal at ${portalUrl} does not answer (${reasonOf(error)}). Is it running?`;
    return { status: 502, body: { error: message }, note: message };
  }
  const note = response.ok
    ? `The clock of ${workspace} moved by ${advance.text}.`
    : `The clock of ${workspace} did not move: the portal answered ${response.status} ${body.slice(0, 200)}`;
  return { status: response.status, body: parseOrText(body), note };
}

/** Moves the time of one workspace forward by asking the product, which owns its clock, to do so. */
export function clockRoutes(dependencies: Dependencies): Route[] {
  return [
    {
      method: 'POST',
      path: '/clock',
      handle: (request) =>
        handleAction(
          request,
          clockRequest,
          ({ workspace, advance }) => moveClock(dependencies, workspace, advance),
          dependencies.note,
        ),
    },
  ];
}
