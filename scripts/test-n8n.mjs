import { runWithPinnedNode } from './bootstrap.mjs';

runWithPinnedNode('scripts/checks/n8n.ts', process.argv.slice(2));
