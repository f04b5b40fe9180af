import { runKeysCommand } from './command.ts';

/**
 * `npm run keys:rotate`: replaces a key without losing what it encrypted. Values go to standard output, for
 * `wrangler secret put`, and messages to standard error.
 */
runKeysCommand(process.argv.slice(2), {
  env: process.env,
  say: (line) => console.error(line),
  print: (value) => console.info(value),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
