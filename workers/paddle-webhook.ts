import type { ReceivedEvent } from '#app/domain/billing/provider-port.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import { errorResponse, methodNotAllowed } from '#app/http/error-response.ts';
import { parsePaddleEvent } from '#app/integrations/paddle/event.ts';
import { verifyPaddleSignature } from '#app/integrations/paddle/signature.ts';
import { receiveEvents } from '#app/use-cases/billing/receive-events.ts';
import { isStatementRefused } from '#db/client.ts';
import { clientOf } from './client-of.ts';
import { configOf } from './config-of.ts';
import { composeBillingInbox } from './context.ts';
import type { Env } from './env.ts';
import { createGroupCommit } from './group-commit.ts';
import { logRefusal } from './log-refusal.ts';
import { readBoundedBody } from './request-body.ts';
import { refuseForeignOrigin } from './request-guards.ts';
import { withDataHeaders } from './security-headers.ts';

const commit = createGroupCommit<ReceivedEvent>({ clock: systemClock, isItsFault: isStatementRefused });

type Inbox = ReturnType<typeof composeBillingInbox>;

/**
 * A webhook of the billing provider (https://developer.paddle.com/webhooks/respond-to-webhooks). Answered before Remix
 * and the flood limit: it is signed, and bursts come from few addresses.
 * @returns 200 once the event is stored and applied; 401 for a bad signature, 400 for an invalid event, 413 above 1 MB,
 *   405 for another method.
 * @throws if it cannot be stored: the provider retries.
 */
export async function paddleWebhook(
  request: Request,
  env: Env,
  execution: ExecutionContext,
): Promise<Response> {
  if (request.method !== 'POST') return withDataHeaders(methodNotAllowed('POST'));
  const inbox = composeBillingInbox(request, env, execution);
  try {
    refuseForeignOrigin(request, configOf(env).portal.url);
    const received = await readEvent(request, env, inbox);
    const written = commit(received, (events) => receiveEvents(inbox, events));
    // The group can contain other requests' events, so the write continues when the provider disconnects.
    execution.waitUntil(written.catch(() => {}));
    await written;
    inbox.deliverSoon();
    return withDataHeaders(new Response(null, { status: 200 }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const response = errorResponse(error);
    logRefusal(request, response, { client: clientOf(request, env), reference: inbox.reference });
    return withDataHeaders(response);
  }
}

/** @throws AppError body_too_large, signature_invalid, malformed_body. */
async function readEvent(request: Request, env: Env, inbox: Inbox): Promise<ReceivedEvent> {
  const rawBody = await (await readBoundedBody(request)).text();
  const header = request.headers.get('Paddle-Signature') ?? '';
  const { webhookSecrets: secrets } = configOf(env).paddle;
  if (!verifyPaddleSignature({ header, rawBody, secrets, now: inbox.clock.now() })) {
    throw new AppError('signature_invalid');
  }
  return { event: parsePaddleEvent(rawBody), rawBody };
}
