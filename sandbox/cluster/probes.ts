import { get } from 'node:http';

/** Probes `path` of a process on this machine, as a kubelet does: any answer from 200 to 399 in time is a success. */
export function probe(port: number, path: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 400);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
