import { writeFileSync } from 'node:fs';
import { readArguments } from '../command-line.ts';
import { accountStatesPage } from './account-states.ts';
import { instanceMachinePage } from './instance-machine.ts';

readArguments('npm run docs   writes the pages that are generated from the code', {});
writeFileSync(new URL('../../docs/instance-machine.md', import.meta.url), instanceMachinePage());
writeFileSync(new URL('../../docs/account-states.md', import.meta.url), accountStatesPage());
