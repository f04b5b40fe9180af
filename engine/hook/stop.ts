/** The signals by which Kubernetes, a terminal or a developer's machine ends n8n. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs `prepare` before n8n's own listeners of the termination signals. n8n ends its task runners first, and the executions
 * that need them fail. Call it once n8n has its listeners; a second signal waits for the same preparation.
 */
export function beforeStop(prepare: () => Promise<void>): void {
  let prepared: Promise<void> | undefined;
  for (const signal of SIGNALS) {
    const listeners = process.rawListeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, () => {
      prepared ??= prepare();
      void prepared.then(() => {
        for (const listener of listeners) Reflect.apply(listener, process, [signal]);
      });
    });
  }
}
