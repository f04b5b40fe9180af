// Loaded before n8n (`--require`): writes each host name that the process looks up to a file, a line each.
const { appendFileSync } = require('node:fs');
const dns = require('node:dns');

const { lookup } = dns;
dns.lookup = (hostname, ...rest) => {
  appendFileSync(process.env.WEFT_LOOKUPS_FILE, `${hostname}\n`);
  return lookup(hostname, ...rest);
};
