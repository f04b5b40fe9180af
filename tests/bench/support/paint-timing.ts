import type { Page } from '@playwright/test';

/** Within this time of the frame, the browser has reported the click; one that took less than 16 ms it never reports. */
const REPORTED_MS = 1_000;
/** A click without its effect by then has none. */
const MAX_EFFECT_DELAY_MS = 30_000;

/**
 * Measures the delay until a click shows, as the browser does for Interaction to Next Paint
 * (https://w3c.github.io/event-timing/): a script's own clock, read after the frame, also counts the tasks that ran in
 * between.
 *
 * @param effect a selector that matches nothing before the click.
 * @param click clicks once.
 * @returns ms from the browser's timestamp of the click, which includes the wait behind a busy script, to the
 *   presentation of the first frame with the effect. If that is not the click's next frame, to the end of its task.
 * @throws if the click has no such effect.
 */
export async function timeEffect(page: Page, effect: string, click: () => Promise<unknown>): Promise<number> {
  const took = await page.evaluateHandle(
    ([selector, reportedMs, maxDelayMs]) => {
      if (document.querySelector(selector)) throw new Error(`${selector} is there before the click.`);
      const shown = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`A click did not show ${selector}.`)), maxDelayMs);
        const onClick = ({ timeStamp }: MouseEvent) => {
          const observer = new PerformanceObserver((list) => {
            const entry = list.getEntriesByName('click').find(({ startTime }) => startTime === timeStamp);
            if (entry && isInNextFrame) resolve(entry.duration);
          });
          observer.observe({
            type: 'event',
            buffered: true,
            durationThreshold: 16,
          } as PerformanceObserverInit);
          let isInNextFrame = false;
          let frames = 0;
          const look = () => {
            frames += 1;
            if (!document.querySelector(selector)) return void requestAnimationFrame(look);
            isInNextFrame = frames === 1;
            // Arrives after the frame is drawn.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              const ms = performance.now() - timeStamp;
              if (isInNextFrame) setTimeout(resolve, reportedMs, ms);
              else resolve(ms);
            };
            port2.postMessage(null);
          };
          requestAnimationFrame(look);
        };
        document.addEventListener('click', onClick, { capture: true, once: true });
      });
      // Wrapped in an object: a bare promise would be awaited here, before the click.
      return { shown };
    },
    [effect, REPORTED_MS, MAX_EFFECT_DELAY_MS] as const,
  );
  await click();
  return await took.evaluate(({ shown }) => shown);
}
