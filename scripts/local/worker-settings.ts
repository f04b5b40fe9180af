import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { BUNDLE_FOLDER, WORKER_OPTIONS, type WorkerOptions } from './built-worker.ts';

const schema = z.object({
  port: z.int(),
  /** The port of Miniflare's entry; by default `port`. */
  entryPort: z.int().optional(),
  stateDirectory: z.string(),
  variables: z.record(z.string(), z.string()),
  bundleFolder: z.string().default(BUNDLE_FOLDER),
  optionsFile: z.string().default(WORKER_OPTIONS),
});

/**
 * Reads the settings with which a host runs a built Worker.
 * @param json the environment's `WEFT_WORKER`.
 * @returns the settings, with the bindings and flags of the options file.
 */
export function workerSettings(json: string | undefined) {
  const { optionsFile, ...settings } = schema.parse(JSON.parse(json ?? 'null'));
  return { ...settings, options: JSON.parse(readFileSync(optionsFile, 'utf8')) as WorkerOptions };
}
