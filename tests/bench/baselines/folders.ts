/** Where the baselines are built; git ignores it. */
export const BASELINES_FOLDER = 'build/bench';
export const BARE_FOLDER = `${BASELINES_FOLDER}/bare`;
