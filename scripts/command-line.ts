import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the arguments of this process. `--help` prints the usage and ends the process. Other arguments than the usage's
 * end it too, with status 1: a mistyped option must not start what it was to prevent.
 * @param usage what can be typed and what it does.
 * @param config the options, as for `parseArgs` of node:util.
 */
export function readArguments<const T extends ParseArgsConfig>(usage: string, config: T) {
  if (process.argv.slice(2).includes('--help')) {
    console.info(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // Node adds advice about arguments after `--`, which npm has already taken.
    const [reason] = error instanceof Error ? error.message.split('. ') : [String(error)];
    return refuseArguments(`${reason}.`, usage);
  }
}

/** Ends this process, with status 1. @param reason what is wrong with an argument. */
export function refuseArguments(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(1);
}

/** Runs a command, whose errors are for its user: each message says what to do, and the stack is left out. */
export async function runCommand(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
