/**
 * The folder of this run's baselines: two concurrent runs must not overwrite each other's builds. Vite runs in a separate
 * process, which inherits the name.
 */
export const BASELINES_FOLDER = process.env.WEFT_BASELINES ?? `build/bench/${process.pid}`;
process.env.WEFT_BASELINES = BASELINES_FOLDER;

export const BARE_FOLDER = `${BASELINES_FOLDER}/bare`;
