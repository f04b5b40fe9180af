import type { AppLoadContext } from '@remix-run/cloudflare';
import { expect, test } from 'vitest';
import { callRouteAction, callRouteLoader } from '#app/remix/call-route.ts';
import { json, PageData } from '#app/remix/page-data.ts';

const loadContext = {} as AppLoadContext;

function loaderCall(url: string, answer: unknown) {
  const seen: Request[] = [];
  const request = new Request(url, { headers: { Cookie: 'a=b' } });
  const loader = async (args: { request: Request }) => {
    seen.push(args.request);
    return answer;
  };
  return {
    seen,
    request,
    answered: callRouteLoader({ loader, request, loadContext, params: {}, routeId: 'page' }),
  };
}

test('passes a loader the request itself while the address has no parameter of Remix', async () => {
  for (const url of ['http://localhost/help', 'http://localhost/help?topic=a%20b&data=1']) {
    const { seen, request, answered } = loaderCall(url, json({}));
    await answered;
    expect(seen[0]).toBe(request);
  }
});

test.each([
  ['?_data=routes%2Fhelp', ''],
  ['?a=b&_data=routes%2Fhelp&c=d', '?a=b&c=d'],
  ['?index&a=b', '?a=b'],
  ['?index=&index=2&_data=x', '?index=2'],
])('removes the parameters of Remix from the address %s', async (given, left) => {
  const { seen, answered } = loaderCall(`http://localhost/help${given}`, json({}));
  await answered;
  expect(seen[0]?.url).toBe(`http://localhost/help${left}`);
  expect(seen[0]?.headers.get('Cookie')).toBe('a=b');
});

test('gives a page what its loader found, and a script the same as text', async () => {
  const data = { at: 1, list: [{ name: 'Ada' }], none: null };
  const headers = [
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ] as [string, string][];
  const ofPage = await loaderCall('http://localhost/help', json(data, { headers })).answered;
  expect(ofPage).toBeInstanceOf(PageData);
  expect(await (ofPage as PageData).json()).toBe(data);
  expect((ofPage as PageData).headers.getSetCookie()).toEqual(['a=1', 'b=2']);

  const ofScript = await loaderCall('http://localhost/help?_data=x', json(data, { status: 404, headers }))
    .answered;
  expect(ofScript).toBeInstanceOf(Response);
  const response = ofScript as Response;
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.json()).toEqual(data);
});

test('refuses to change the headers that most data share', () => {
  const { headers } = new PageData({}, {});
  expect([...headers]).toEqual([['content-type', 'application/json; charset=utf-8']]);
  expect(new PageData([], { headers: [] }).headers).toBe(headers);
  expect(() => headers.append('Set-Cookie', 'a=1')).toThrow('shared');
  expect(() => headers.set('Set-Cookie', 'a=1')).toThrow('shared');
  expect(() => headers.delete('Content-Type')).toThrow('shared');
});

test('returns a response unchanged, and takes a plain value as data', async () => {
  const redirect = new Response(null, { status: 302, headers: { Location: '/login' } });
  expect(await loaderCall('http://localhost/help?_data=x', redirect).answered).toBe(redirect);
  const plain = await loaderCall('http://localhost/help', null).answered;
  expect(await (plain as PageData).toResponse().text()).toBe('null');
});

test('rejects a loader that returns nothing', async () => {
  await expect(loaderCall('http://localhost/help', undefined).answered).rejects.toThrow('page');
});

test('passes an action the body of a form', async () => {
  const request = new Request('http://localhost/help?_data=x', {
    method: 'POST',
    body: new URLSearchParams({ subject: 'Hello' }),
  });
  const action = async (args: { request: Request }) => (await args.request.formData()).get('subject');
  const answer = await callRouteAction({ action, request, loadContext, params: {}, routeId: 'page' });
  expect(await (answer as Response).json()).toBe('Hello');
});
