/**
 * Where this run builds its baselines: two runs at once must not build over each other. Vite runs in a process of its own, which
 * inherits the name.
 */
export const BASELINES_FOLDER = process.env.WEFT_BASELINES ?? `build/bench/${process.pid}`;
process.env.WEFT_BASELINES = BASELINES_FOLDER;

export const BARE_FOLDER = `${BASELINES_FOLDER}/bare`;
