import { runWithPinnedNode } from './bootstrap.mjs';

runWithPinnedNode('scripts/local/start.ts', process.argv.slice(2));
