import { pageViewerHeaders } from '#app/components/ui/fetch-json.ts';
import { activationWaitMs } from '#app/domain/billing/activation.ts';
import { paths } from '#app/domain/paths.ts';

/**
 * Asks with growing pauses until the subscription is active (spec §4, "Waiting for an active subscription").
 *
 * @returns false if it is not active after the last attempt. @throws when `signal` aborts.
 */
export async function waitForActive(signal: AbortSignal): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const waitMs = activationWaitMs(attempt, Math.random());
    if (waitMs === null) return false;
    await pause(waitMs, signal);
    if (await isActive(signal)) return true;
  }
}

/**
 * @returns whether the page's account has an active subscription; false for a network that is down, and while the person works
 *   in another account. @throws when `signal` aborts.
 */
export async function isActive(signal: AbortSignal): Promise<boolean> {
  try {
    const headers = pageViewerHeaders();
    const response = await fetch(paths.billingActive, { method: 'HEAD', signal, cache: 'no-store', headers });
    return response.status === 204;
  } catch (error) {
    signal.throwIfAborted();
    // A brief network failure is not an answer: the next attempt may get one.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
