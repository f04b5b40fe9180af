import { expect, test } from 'vitest';
import { splitCookiesString } from '#app/remix/split-cookies.ts';

test.each([
  [['a=1']],
  [['a=1', 'b=2; Path=/; HttpOnly', '__Host-c=3']],
  [['a=; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/', 'b=1; Max-Age=0']],
  [['a="1, 2"; Path=/', 'b=x=y']],
])('joined headers of %j are the same cookies again', (cookies) => {
  expect(splitCookiesString(cookies.join(', '))).toEqual(cookies);
  expect(splitCookiesString(cookies.join(','))).toEqual(cookies);
});
