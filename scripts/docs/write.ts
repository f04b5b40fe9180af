import { writeFileSync } from 'node:fs';
import { instanceMachinePage } from './instance-machine.ts';

// `npm run docs`: writes the pages that follow from the code.
writeFileSync(new URL('../../docs/instance-machine.md', import.meta.url), instanceMachinePage());
