import { afterEach, expect, test, vi } from 'vitest';
import { layout } from '#app/i18n/en/layout.ts';
import { fetchData } from '#app/remix/route-data.ts';
import { breakOffHalfway, hangUp, json, Provider } from '../outbound/provider.ts';

afterEach(() => vi.unstubAllGlobals());

const shown = { invoices: 3 };

/** Stubs the parts of the browser that the module reads. */
function stubBrowser(
  pathname: string,
  { isReload = false, intent = '', formMethod = undefined as string | undefined } = {},
): void {
  const formData = new FormData();
  if (intent !== '') formData.set('intent', intent);
  const state = {
    revalidation: isReload ? 'loading' : 'idle',
    navigation: isReload ? { state: 'idle' } : { state: 'submitting', formData, formMethod },
    loaderData: { 'routes/help': shown, root: { pageViewer: 'ada acc_1' } },
  };
  vi.stubGlobal('window', { __remixRouter: { state } });
  vi.stubGlobal('location', { pathname });
}

const post = (provider: Provider, path = '/help') =>
  fetchData(
    new Request(`${provider.url}${path}`, { method: 'POST', body: new URLSearchParams({ subject: 'x' }) }),
    'routes/help',
  );
const get = (provider: Provider) => fetchData(new Request(`${provider.url}/help?q=a`), 'routes/help');

/** @returns what the call threw for the error page. */
async function errorPageOf(call: Promise<unknown>): Promise<unknown> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error(`no response but ${String(thrown)}`);
  return [thrown.status, await thrown.json()];
}

test('asks for the data of one route, and returns the answer', async () => {
  const answers = [
    json({ a: 1 }, 200, { 'X-Remix-Response': 'yes' }),
    json({ error: 'no' }, 409, { 'X-Remix-Catch': 'yes' }),
  ];
  await using provider = await Provider.start(...answers);
  stubBrowser('/help');
  expect(await (await get(provider)).json()).toEqual({ a: 1 });
  expect((await post(provider)).status).toBe(409);
  expect(provider.requests.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
    'GET /help?q=a&_data=routes%2Fhelp ',
    'POST /help?_data=routes%2Fhelp subject=x',
  ]);
});

test('names the viewer of the page, except to the loaders that follow a form', async () => {
  const answer = json({}, 200, { 'X-Remix-Response': 'yes' });
  await using provider = await Provider.start(answer, answer, answer);
  stubBrowser('/help');
  await get(provider);
  stubBrowser('/help', { formMethod: 'POST' });
  await post(provider);
  await get(provider);
  expect(provider.requests.map(({ headers }) => headers['x-page-viewer'])).toEqual([
    'ada acc_1',
    'ada acc_1',
    undefined,
  ]);
  expect(provider.requests[1]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
});

test('says of which request it only wants newer data', async () => {
  const answer = json({}, 200, { 'X-Remix-Response': 'yes' });
  await using provider = await Provider.start(answer, answer);
  for (const isReload of [true, false]) {
    stubBrowser('/help', { isReload });
    await get(provider);
  }
  expect(provider.requests.map(({ headers }) => headers['x-page-reload'])).toEqual(['1', undefined]);
});

/** A dead connection, half an answer, the page of a proxy, and the page of a hotel's network. */
const unreachable = [hangUp, breakOffHalfway, json({}, 502), json('<p>Sign in to the Wi-Fi</p>')];

test.each(unreachable)('a form stays on its page when the portal cannot be reached: %#', async (answer) => {
  await using provider = await Provider.start(answer);
  stubBrowser('/help', { intent: 'save' });
  const failed = await post(provider);
  expect(failed.status).toBe(503);
  expect(await failed.json()).toMatchObject({
    status: 'error',
    error: { '': [layout.noAnswer] },
    sentence: layout.noAnswer,
    formIntent: 'save',
  });
});

test.each([413, 429])(
  'a form of the page that is refused before its action keeps its input: %i',
  async (status) => {
    const body = { code: 'too_many_attempts', error: 'Too many.', reference: 'req_1' };
    const answer = json(body, status, { 'X-Remix-Catch': 'yes' });
    await using provider = await Provider.start(answer, answer);
    stubBrowser('/manage', { intent: 'restart' });
    const failed = await post(provider, '/manage');
    expect([failed.status, failed.headers.has('X-Remix-Catch')]).toEqual([status, false]);
    expect(await failed.json()).toEqual({
      status: 'error',
      initialValue: {},
      error: { '': ['Too many.'] },
      failure: 'too_many_attempts',
      sentence: 'Too many.',
      formIntent: 'restart',
    });
    // Signing out has no page that could say it.
    const ofNoPage = await post(provider, '/sign-out');
    expect([ofNoPage.headers.has('X-Remix-Catch'), await ofNoPage.json()]).toEqual([true, body]);
  },
);

test.each([...unreachable, json({ error: 'down' }, 503, { 'X-Remix-Catch': 'yes' })])(
  'a page that reloads its data keeps what it has: %#',
  async (answer) => {
    await using provider = await Provider.start(answer);
    stubBrowser('/help', { isReload: true });
    expect(await (await get(provider)).json()).toEqual(shown);
  },
);

test('other pages, and forms of other pages, get the error page', async () => {
  await using provider = await Provider.start(hangUp);
  stubBrowser('/dashboard');
  const page = [503, { error: layout.pageNotLoaded, canReopen: true }];
  expect(await errorPageOf(get(provider))).toEqual(page);
  expect(await errorPageOf(post(provider))).toEqual(page);
});

test('an aborted request rejects, even with an answer', async () => {
  await using provider = await Provider.start(json({}, 200, { 'X-Remix-Response': 'yes' }));
  stubBrowser('/help');
  const request = new Request(`${provider.url}/help`, { signal: AbortSignal.abort() });
  await expect(fetchData(request, 'routes/help')).rejects.toThrow('aborted');
});
