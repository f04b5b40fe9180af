import { readArguments, runCommand } from '../command-line.ts';
import { KEYS_USAGE } from './usage.ts';

/**
 * `npm run keys:rotate`: replaces a key without losing what it encrypted. Values go to standard output, for
 * `wrangler secret put`, and messages to standard error.
 */
const { positionals, values } = readArguments(KEYS_USAGE, {
  allowPositionals: true,
  options: { wait: { type: 'boolean', default: false } },
});
await runCommand(async () => {
  // The database's modules take half a second to load, which a mistyped option need not wait for.
  const { runKeysCommand } = await import('./command.ts');
  await runKeysCommand([...positionals, ...(values.wait ? ['--wait'] : [])], {
    env: process.env,
    say: (line) => console.error(line),
    print: (value) => console.info(value),
  });
});
