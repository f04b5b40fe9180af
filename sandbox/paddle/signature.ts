import { createHmac } from 'node:crypto';

/** The `Paddle-Signature` header of a body: `ts` is whole seconds, `h1` a hex HMAC-SHA256 of `ts:body`. */
export function signatureHeader(body: string, secret: string, now: number): string {
  const ts = Math.floor(now / 1000);
  const h1 = createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex');
  return `ts=${ts};h1=${h1}`;
}
