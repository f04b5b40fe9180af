import { vi } from 'vitest';

/** Lets the fake timers of a test end the platform's deadlines too. */
export function timeOutByFakeTimers(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('No answer', 'TimeoutError')), ms);
    return controller.signal;
  });
}

/** A request without an answer. @throws the reason of its abort. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
