import { type Config, parseConfig } from '#app/config.ts';
import type { Env } from './env.ts';

let parsed: { env: Env; config: Config } | undefined;

/** @returns the configuration, parsed once per isolate. @throws ConfigError naming the faults. */
export function configOf(env: Env): Config {
  if (parsed?.env !== env) parsed = { env, config: parseConfig(env) };
  return parsed.config;
}
