import { expect, test } from 'vitest';
import { readPorts } from '#scripts/local/ports.ts';

test('reads the usual ports, and those that the environment chooses', () => {
  expect(readPorts({})).toEqual({ portal: 8787, sandbox: 8790, database: 8080 });
  expect(readPorts({ WEFT_SANDBOX_PORT: '9790' })).toMatchObject({ sandbox: 9790 });
});

test.each([
  [
    { WEFT_PORTAL_PORT: '9000', WEFT_DATABASE_PORT: '9000' },
    /^WEFT_PORTAL_PORT and WEFT_DATABASE_PORT are both 9000/,
  ],
  [{ WEFT_SANDBOX_PORT: '8787' }, /^WEFT_PORTAL_PORT and WEFT_SANDBOX_PORT are both 8787/],
])('refuses two equal ports: %o', (env, reason) => {
  expect(() => readPorts(env)).toThrow(reason);
});

test.each(['', 'abc', '0', '-1', '65536', '80.5', '0x50', '1e3'])('refuses a port of %o', (port) => {
  expect(() => readPorts({ WEFT_PORTAL_PORT: port })).toThrow(
    `WEFT_PORTAL_PORT is a port from 1 to 65535, not "${port}".`,
  );
});
