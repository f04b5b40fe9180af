import { ringNames } from './rotation.ts';

/** What can be typed after `npm run keys:rotate`. */
export const KEYS_USAGE = `usage: npm run -s keys:rotate -- <command>
  new NAME        prints the secret's next value: a new version in front of the existing ones
  status [--wait] lists what needs each version; with --wait until the cron has renewed all it can
  restart         makes the cron restart the workspaces with an older sign-in key, a few a minute
  drop NAME       prints the secret's next value without older versions, once nothing needs them
NAME is ${ringNames.join(' or ')}, whose current value is read from the environment, as are DATABASE_URL and
DATABASE_TOKEN (a local database has none). docs/decisions/key-versions.md says how to rotate a key.`;
