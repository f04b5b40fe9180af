import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Finds the workerd that listens on a port of this machine.
 * @throws without /proc, or without such a process.
 */
export function findWorkerd(port: number): number {
  if (process.platform !== 'linux')
    throw new Error('The bench reads CPU time from /proc, which only Linux has.');
  const socket = `socket:[${listeningInode(port)}]`;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry) || !readProc(entry, 'cmdline')?.split('\0')[0]?.endsWith('workerd')) continue;
    if (readLinks(`/proc/${entry}/fd`).includes(socket)) return Number(entry);
  }
  throw new Error(`No workerd listens on port ${port}.`);
}

/** @returns the CPU time of a process so far, over all its threads, ms. @throws once the process has ended. */
export function cpuMs(pid: number): number {
  return schedulingOf(pid).ranMs;
}

/**
 * Reads how long the threads of a process ran, and how long they waited for a busy core, ms
 * (https://docs.kernel.org/scheduler/sched-stats.html, "/proc/<pid>/schedstat"). @throws once the process has ended.
 */
export function schedulingOf(pid: number): { ranMs: number; waitedMs: number } {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => (readProc(`${pid}/task/${thread}`, 'schedstat') ?? '0 0').split(' '));
  const sum = (field: number) => times.reduce((total, of) => total + Number(of[field]), 0) / 1_000_000;
  return { ranMs: sum(0), waitedMs: sum(1) };
}

/** @returns the private memory of a process with its portion of shared memory, bytes. */
export function residentBytes(pid: number): number {
  const pss = readProc(String(pid), 'smaps_rollup')?.match(/^Pss:\s+(\d+)/m)?.[1];
  return Number(pss ?? 0) * 1_024;
}

/** @returns null for a process or thread that ended before the read. */
function readProc(entry: string, file: string): string | null {
  try {
    return readFileSync(`/proc/${entry}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

/** State of a listening socket in /proc/net/tcp (https://docs.kernel.org/networking/proc_net_tcp.html). */
const LISTENING = '0A';

/** @returns the inode of the IPv4 socket that listens on a port; undefined if none does. */
function listeningInode(port: number): string | undefined {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const fields = rows.map((row) => row.trim().split(/\s+/));
  return fields.find(([, local, , state]) => local?.endsWith(address) && state === LISTENING)?.[9];
}

/** @returns the targets of a folder's links, without those that ended before the read: a busy server opens and closes sockets. */
function readLinks(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      return [];
    }
  });
}

/** @returns none for a process that ended before the read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
