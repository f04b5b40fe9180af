import { afterEach, expect, test, vi } from 'vitest';
import { logRefusal, withLoggedFailures } from '#workers/log-refusal.ts';

afterEach(() => vi.restoreAllMocks());

const secret = 'k7Qm'.repeat(8);
/** Reduced to what the function reads. */
const context = {
  reference: 'req_1',
  client: {
    address: '192.0.2.7',
    network: '192.0.2.7',
    place: 'Berlin, DE',
    region: null,
    userAgent: 'curl/8\n{"level":"refusal"}',
    deviceToken: secret,
    newDeviceToken: secret,
  },
};

/** @returns the log lines for a response with this status. */
function linesOf(status: number, headers: Record<string, string> = {}, method = 'POST'): string[] {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const request = new Request(`https://weft.example/login?code=${secret}`, {
    method,
    headers: { Cookie: `__Host-token=${secret}`, Authorization: `Bearer ${secret}` },
    ...(method === 'POST' && { body: `password=${secret}` }),
  });
  logRefusal(request, new Response(secret, { status, headers }), context);
  return log.mock.calls.map((call) => call.join(' '));
}

test.each([400, 401, 403, 404, 409, 410, 413, 415, 422, 429])(
  "a refusal with %i logs one line without the request's secrets",
  (status) => {
    const [line = '', ...more] = linesOf(status);
    expect(more).toEqual([]);
    expect(line).not.toContain('\n');
    expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toEqual({
      level: 'refusal',
      reference: 'req_1',
      status,
      method: 'POST',
      path: '/login',
      address: '192.0.2.7',
      place: 'Berlin, DE',
      userAgent: 'curl/8\n{"level":"refusal"}',
    });
  },
);

test.each([200, 303, 500, 503])('an answer with %i logs no refusal', (status) => {
  expect(linesOf(status)).toEqual([]);
});

test.each([400, 401, 403, 422, 429])('a read refused with %i logs one line', (status) => {
  expect(linesOf(status, {}, 'GET')).toHaveLength(1);
});

test.each([404, 409, 413])('an API read answered with %i logs no refusal', (status) => {
  expect(linesOf(status, {}, 'GET')).toEqual([]);
});

test('a failed human check logs its own line, a solved one none', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const request = new Request(`https://weft.example/register?code=${secret}`, { method: 'POST' });
  const answers = [null, { id: 'chk_1' }];
  const check = withLoggedFailures({ verify: async () => answers.shift() ?? null }, request, context);
  expect(await check.verify(secret, context.client)).toBeNull();
  expect(await check.verify(secret, context.client)).toEqual({ id: 'chk_1' });
  const lines = log.mock.calls.map((call) => call.join(' '));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(secret);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'refusal',
    reference: 'req_1',
    reason: 'human_check',
    method: 'POST',
    path: '/register',
    address: '192.0.2.7',
  });
});

const asPage = { 'Content-Type': 'text/html; charset=utf-8' };

// Each of these pages shows a reference number.
test.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429])(
  'an error page with %i logs one line with its displayed reference',
  (status) => {
    const lines = linesOf(status, asPage);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reference: 'req_1', status });
  },
);

test.each([200, 303])('a page with %i logs no refusal', (status) => {
  expect(linesOf(status, asPage)).toEqual([]);
});
