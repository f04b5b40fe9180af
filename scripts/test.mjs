import { runWithPinnedNode } from './bootstrap.mjs';

runWithPinnedNode('scripts/checks/run.ts', process.argv.slice(2));
