// Loaded before n8n on a developer's machine: the process that started it may be killed, and nothing else would end it then. Its
// parent is another one from that moment on. Standard input, which ends too, n8n closes by itself.
const parent = process.ppid;
const LOOK_EVERY_MS = 1_000;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, LOOK_EVERY_MS).unref();
