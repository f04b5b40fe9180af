// Loaded before n8n on a developer's machine, to end n8n when its parent process is killed: n8n then has another parent.
// Standard input ends too, but n8n closes that by itself.
const parent = process.ppid;
const POLL_INTERVAL_MS = 1_000;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, POLL_INTERVAL_MS).unref();
