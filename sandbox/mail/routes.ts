import { parseJson } from '#sandbox/server/body.ts';
import { handleAction } from '#sandbox/server/form-action.ts';
import { jsonReply, pageReply, type Reply, text } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { bearerToken, sameSecret } from '#sandbox/server/secrets.ts';
import { type DownSwitch, downSwitchRequest } from '#sandbox/storage/down-switch.ts';
import { emailRequest, type StoredMail } from './message.ts';
import { inboxPage, mailMissingPage, mailPage } from './pages.ts';
import type { MailStore } from './store.ts';

type Dependencies = {
  store: MailStore;
  faults: DownSwitch;
  key: string;
  now: () => number;
  note: (sentence: string) => void;
};

const maxKeyLength = 256;

function refusal(statusCode: number, name: string, message: string): Reply {
  return jsonReply(statusCode, { statusCode, name, message });
}

function refuseKey(authorization: string | undefined, key: string): Reply | undefined {
  const token = bearerToken(authorization);
  if (token === undefined)
    return refusal(401, 'missing_api_key', 'Missing API key in the authorization header.');
  if (!sameSecret(token, key)) return refusal(400, 'validation_error', 'API key is invalid');
  return undefined;
}

function headerValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

async function sendEmail(request: RouteRequest, { store, faults, key, now }: Dependencies): Promise<Reply> {
  const body = await request.text();
  if (faults.mode === 'down')
    return refusal(503, 'service_unavailable', 'The mail provider is switched off in the sandbox.');
  // https://resend.com/docs/knowledge-base/403-error-1010: the proxy in front of the API answers this, not in JSON.
  if (!request.headers['user-agent']) return text(403, 'error code: 1010');
  const refused = refuseKey(request.headers.authorization, key);
  if (refused) return refused;

  const idempotencyKey = headerValue(request.headers['idempotency-key']);
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > maxKeyLength))
    return refusal(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');

  const email = emailRequest.safeParse(parseJson(body));
  if (!email.success) {
    const issue = email.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    return refusal(422, 'validation_error', `Invalid \`${field}\` field. ${issue?.message ?? ''}`.trim());
  }
  const outcome = store.send(email.data, idempotencyKey, now());
  if (outcome.kind === 'reused-key')
    return refusal(
      409,
      'invalid_idempotent_request',
      'Same idempotency key used with a different request payload.',
    );
  return jsonReply(200, { id: outcome.id });
}

/** A mail in the answer of `GET /emails`; `sentAt` is ISO 8601, `to` a comma-separated list. */
export function mailSummary(mail: StoredMail) {
  return {
    id: mail.id,
    to: mail.to.join(', '),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    sentAt: new Date(mail.sentAt).toISOString(),
  };
}

/** Resend's sending call, the inbox for people and for tests, and the switch that makes the provider fail. */
export function mailRoutes(dependencies: Dependencies): Route[] {
  const { store, faults, note } = dependencies;
  return [
    { method: 'POST', path: '/emails', handle: (request) => sendEmail(request, dependencies) },
    {
      method: 'GET',
      path: '/emails',
      handle: ({ url }) =>
        jsonReply(200, store.list(url.searchParams.get('to') ?? undefined).map(mailSummary)),
    },
    {
      method: 'GET',
      path: '/inbox',
      handle: ({ url }) => {
        const recipient = url.searchParams.get('to') || undefined;
        return pageReply(200, inboxPage(store.list(recipient), recipient));
      },
    },
    {
      method: 'GET',
      path: '/inbox/:id',
      handle: (request) => {
        const mail = store.get(request.param('id'));
        return mail ? pageReply(200, mailPage(mail)) : pageReply(404, mailMissingPage());
      },
    },
    {
      method: 'POST',
      path: '/mail/faults',
      handle: (request) =>
        handleAction(
          request,
          downSwitchRequest,
          ({ mode }) => {
            faults.set(mode);
            return { body: { mode }, note: mode === 'down' ? 'Mail is down.' : 'Mail is up again.' };
          },
          note,
        ),
    },
  ];
}
