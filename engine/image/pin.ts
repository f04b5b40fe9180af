import { readArguments, runCommand } from '../../scripts/command-line.ts';
import { readVersions, recordDigest } from '../versions.ts';
import { lookUpDigest } from './registry.ts';

const USAGE = 'npm run engine:pin   writes the digests of stock images that engine/versions.json lacks';

await runCommand(async () => {
  readArguments(USAGE, {});
  for (const { version, digest } of readVersions()) {
    const found = await lookUpDigest({ registry: 'https://docker.n8n.io', name: 'n8nio/n8n', tag: version });
    if (digest === found) console.info(`n8n ${version} is ${found}, as before.`);
    else {
      recordDigest(version, found);
      console.info(`n8n ${version} is ${found}: commit engine/versions.json.`);
    }
  }
});
