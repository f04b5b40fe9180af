import { runKeysCommand } from './command.ts';

/**
 * `npm run keys:rotate`: replaces a key without losing what it encrypted. A value goes to standard output and all else to
 * standard error, so that it can be handed to `wrangler secret put`.
 */
runKeysCommand(process.argv.slice(2), {
  env: process.env,
  say: (line) => console.error(line),
  print: (value) => console.info(value),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
