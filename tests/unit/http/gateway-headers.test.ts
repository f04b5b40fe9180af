import { expect, test } from 'vitest';
import { headersForWorkspace } from '#workers/gateway/headers.ts';

/** @returns the names of the headers that the gateway forwards, without those that it sets itself. */
function forwarded(headers: Record<string, string>): string[] {
  const sent = headersForWorkspace(new Request('https://ada.weft.example/webhook/a', { headers }));
  return [...sent.keys()].filter((name) => name !== 'accept-encoding' && !name.startsWith('x-forwarded-'));
}

test.each([
  ['close, X-Hop', ['x-end']],
  ['x-hop,X-END', []],
  ['"not a name", , x-hop', ['x-end']],
  ['keep-alive', ['x-end', 'x-hop']],
])(
  'a header that Connection: %s names belongs to the connection, and is not forwarded',
  (connection, rest) => {
    expect(forwarded({ Connection: connection, 'X-Hop': '1', 'X-End': '1', 'Keep-Alive': '5' })).toEqual(
      rest,
    );
  },
);

test('a WebSocket’s handshake keeps its Upgrade', () => {
  expect(forwarded({ Connection: 'keep-alive, Upgrade', Upgrade: 'websocket' })).toEqual(['upgrade']);
});

test('no sender removes a header that the gateway sets', () => {
  const headers = { Connection: 'x-forwarded-for, accept-encoding', 'CF-Connecting-IP': '192.0.2.1' };
  const sent = headersForWorkspace(new Request('https://ada.weft.example/', { headers }));
  expect([sent.get('X-Forwarded-For'), sent.get('Accept-Encoding')]).toEqual(['192.0.2.1', 'identity']);
});
