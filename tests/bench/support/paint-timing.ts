import type { Page } from '@playwright/test';

/**
 * Measures the delay until a click shows.
 * @param effect a selector that matches nothing before the click.
 * @param click clicks once.
 * @returns ms from the browser's timestamp of the click, which includes the wait behind a busy script, to the end of the
 *   first frame with the effect.
 */
export async function timeEffect(page: Page, effect: string, click: () => Promise<unknown>): Promise<number> {
  const took = await page.evaluateHandle((selector) => {
    if (document.querySelector(selector)) throw new Error(`${selector} is there before the click.`);
    const shown = new Promise<number>((resolve) => {
      const onClick = ({ timeStamp }: MouseEvent) => {
        const look = () => {
          if (!document.querySelector(selector)) return void requestAnimationFrame(look);
          // This frame shows the effect, and a message arrives after the frame is drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      document.addEventListener('click', onClick, { capture: true, once: true });
    });
    // Wrapped in an object: a bare promise would be awaited here, before the click.
    return { shown };
  }, effect);
  await click();
  return await took.evaluate(({ shown }) => shown);
}
