import { describe, expect, test } from 'vitest';
import { maskValues } from '#app/domain/held-webhooks/mask.ts';

type Values = Record<string, string>;

const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl';

/** What real providers send: headers and query parameters that prove who sent a request, or that give access. */
const secrets: Record<string, Values> = {
  Stripe: { 'stripe-signature': 't=1492774577,v1=5257a869e7' },
  GitHub: { 'x-hub-signature': 'sha1=7d38cdd689', 'x-hub-signature-256': 'sha256=757107ea0e' },
  GitLab: { 'x-gitlab-token': 'mytoken' },
  Slack: { 'x-slack-signature': 'v0=a2114d57b4' },
  Shopify: { 'x-shopify-hmac-sha256': 'XWmrwMey6OsLMeiZKwP4FppHH3cmAiiJJAweH5Jo4bM=', hmac: '700e2dadb8' },
  Twilio: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
  SendGrid: { 'x-twilio-email-event-webhook-signature': 'MEUCIGHQVtGj' },
  Flutterwave: { 'verif-hash': 'my-secret-hash', 'flutterwave-signature': 'x2gWkq' },
  Paddle: { 'paddle-signature': 'ts=1671552777;h1=eb4d0dc8', p_signature: 'ETTQ==' },
  PayPal: { 'paypal-transmission-sig': 'kUB05XNwfR' },
  PayU: { hash: '9c1185a5c5e9fc54612808977ee8f548' },
  Alipay: { sign: 'EITzBKz5U' },
  Plaid: { 'plaid-verification': JWT },
  Trello: { 'x-trello-webhook': 'bKs1DWLr' },
  Square: { 'x-square-hmacsha256-signature': '2kRE5qRU2t' },
  Telegram: { 'x-telegram-bot-api-secret-token': 'abc' },
  Discord: { 'x-signature-ed25519': '3e1f' },
  Svix: { 'svix-signature': 'v1,g0hM9SsE', 'webhook-signature': 'v1,g0hM9SsE' },
  Facebook: { 'hub.verify_token': 'meatyhamhock', signed_request: 'vlXgu64BQGFS.eyJhbGdvcml0' },
  Google: { 'x-goog-channel-token': 'target=a', 'x-goog-iap-jwt-assertion': JWT },
  Azure: { 'x-functions-key': 'a', 'aeg-sas-token': 'r=x', sig: 'abc%3D', 'x-ms-token-aad-id-token': JWT },
  Cloudflare: {
    'cf-access-jwt-assertion': JWT,
    'cf-access-client-secret': 'a',
    'cf-webhook-auth': 'a',
    'cf-authorization': 'a',
  },
  'AWS ALB': { 'x-amzn-oidc-data': JWT, 'x-amzn-oidc-accesstoken': 'opaque' },
  'AWS presigned': { 'X-Amz-Signature': 'a', 'X-Amz-Credential': 'AKIA/x', 'X-Amz-Security-Token': 'a' },
  SAML: { SAMLResponse: 'PHNhbWxwOlJlc3BvbnNl', SAMLRequest: 'fZFfa8Iw', SAMLart: 'AAQAAMh48' },
  OAuth: {
    code: '4/0AX4XfWh',
    code_verifier: 'dBjftJeZ4CVP',
    client_secret: 'a',
    client_assertion: 'a',
    assertion: 'PHNhbWw',
    access_token: 'a',
    refresh_token: 'a',
    device_code: 'GmRhmhcxh',
    id_token: JWT,
    oauth_signature: 'a',
  },
  sessions: { Cookie: 'a=b', 'connect.sid': 's%3A', PHPSESSID: 'a', 'x-csrf': 'a', 'x-xsrf-token': 'a' },
  credentials: {
    Authorization: 'a',
    'Proxy-Authorization': 'a',
    'X-Api-Key': 'a',
    apikey: 'a',
    api_key2: 'a',
    accessKey: 'a',
    'user[pwd]': 'a',
    pw: 'a',
    pin: '1',
    'X-Jwt-Assertion': 'a',
    DPoP: 'a',
  },
};

/** Values that are secrets under any name. */
const secretValues = [
  JWT,
  `token ${JWT}`,
  'eyJhbGciOi.eyJ.sig',
  'Bearer abc',
  'basic dXNlcjpwYXNz',
  'ApiKey abc',
  'Api-Key abc',
  'GenieKey abc',
  'SSWS 00QCjAl4MlV',
  'NTLM TlRMTVNTUAAB',
  'SharedAccessSignature sr=x&sig=y',
  'AWS4-HMAC-SHA256 Credential=AKIA/20130524, SignedHeaders=host, Signature=fe5f80',
  'Digest username="Mufasa", realm="a"',
  'OAuth oauth_consumer_key="a", oauth_signature="b"',
  'sk_live_1234',
  'whsec_MfKQ9r8GKYqrTwjU',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'xoxb-17653672481-19874698323',
  'https://flows.example/?page=2&token=s3cret',
  'https://ada:s3cret@flows.example/',
  '//ada:s3cret@flows.example/',
  '/webhook/a?token=s3cret',
  '?code=4/0AX4XfWh',
  'webhook/a?sig=s3cret',
  'https://flows.example/#access_token=s3cret',
  '/login?next=%2Fa%3Ftoken%3Ds3cret',
];

/** What a reader needs to see. */
const harmless: Record<string, Values> = {
  HTTP: {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs)',
    accept: '*/*',
    'accept-encoding': 'gzip, br',
    host: 'ada.flows.example',
    'content-length': '12',
    referer: 'https://flows.example/?page=2',
    origin: 'https://flows.example',
    etag: 'W/"0815"',
    'x-original-url': '/webhook/orders?page=2',
    forwarded: 'for=192.0.2.60;proto=http',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'cf-ray': '7d8f',
    'cf-ipcountry': 'DE',
    date: 'Tue, 15 Nov 1994 08:12:31 GMT',
    range: 'bytes=0-1',
    'content-md5': 'Q2hlY2sgSW50ZWdyaXR5IQ==',
  },
  ids: {
    'x-request-id': 'a3f1',
    'x-correlation-id': 'a3f1',
    traceparent: '00-4bf92f3577b34da6-00f067-01',
    'x-amzn-trace-id': 'Root=1-67891233-abcdef',
    'x-b3-traceid': 'a',
    'svix-id': 'msg_1',
    'webhook-id': 'wh_1',
    'x-shopify-webhook-id': 'b54557e4',
    'cf-access-client-id': 'a.access',
    client_id: 'a',
    id: '1',
    AccountSid: 'AC1',
    CallSid: 'CA1',
    MessageSid: 'SM1',
    'x-amzn-oidc-identity': 'ada',
    'Idempotency-Key': 'a',
    'x-idempotency-key': 'a',
    'i-twilio-idempotency-token': 'a',
  },
  events: {
    'x-github-event': 'push',
    'x-github-delivery': '72d3162e',
    'x-github-hook-id': '292430182',
    'x-gitlab-event': 'Push Hook',
    'x-shopify-topic': 'orders/create',
    'x-shopify-shop-domain': 'a.example',
    'x-slack-request-timestamp': '1531420618',
    'x-slack-retry-num': '1',
    'x-signature-timestamp': '1531420618',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.example/certs',
    sign_type: 'RSA2',
    token_type: 'bearer',
    grant_type: 'authorization_code',
    'svix-timestamp': '1614265330',
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'x-goog-resource-state': 'sync',
  },
  data: {
    country_code: 'DE',
    status_code: '200',
    zip_code: '10115',
    state: 'NY',
    author: 'Ada',
    keyword: 'shoes',
    'X-Design': 'a',
    spinner: 'a',
    design: 'a',
    signal: 'a',
    passenger: 'Ada',
    commit_hash: '3e1f',
    scope: 'read',
    'content-hash': 'sha256:abc',
    question: 'What? a=b',
    q: 'Basic income in the city',
    title: 'Token',
    time: '12:30',
    email: 'ada@flows.example',
    path: '/a/b',
    empty: '',
  },
};

const casesOf = (table: Record<string, Values>) =>
  Object.entries(table).flatMap(([sender, values]) =>
    Object.entries(values).map(([name, value]): [string, string, string] => [sender, name, value]),
  );

describe('masked', () => {
  test.each(casesOf(secrets))('%s: %s', (_sender, name, value) => {
    expect(maskValues([[name, value]])).toEqual([{ name, value: '•'.repeat(8), isMasked: true }]);
  });

  test.each(secretValues)('under any name: %s', (value) => {
    expect(maskValues([['x-anything', value]])).toMatchObject([{ isMasked: true }]);
  });
});

describe('shown', () => {
  test.each(casesOf(harmless))('%s: %s', (_sender, name, value) => {
    expect(maskValues([[name, value]])).toEqual([{ name, value, isMasked: false }]);
  });
});

test('addresses within addresses are read without end or delay', () => {
  const value = '?a='.repeat(3_000);
  expect(maskValues([['x-anything', value]])).toEqual([{ name: 'x-anything', value, isMasked: false }]);
});
