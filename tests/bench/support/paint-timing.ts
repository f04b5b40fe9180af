import type { Page } from '@playwright/test';

/**
 * Times what a click shows.
 * @param effect a selector that nothing matches before the click.
 * @param click clicks once.
 * @returns ms from the browser's own time of the click, so that what waits behind a busy script counts, to the end of the first
 *   frame with the effect.
 */
export async function timeEffect(page: Page, effect: string, click: () => Promise<unknown>): Promise<number> {
  const took = await page.evaluateHandle((selector) => {
    if (document.querySelector(selector)) throw new Error(`${selector} is there before the click.`);
    const shown = new Promise<number>((resolve) => {
      const onClick = ({ timeStamp }: MouseEvent) => {
        const look = () => {
          if (!document.querySelector(selector)) return void requestAnimationFrame(look);
          // This frame is drawn with it, and a message arrives after the drawing.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      document.addEventListener('click', onClick, { capture: true, once: true });
    });
    // In an object: a promise alone would be waited for here, before the click.
    return { shown };
  }, effect);
  await click();
  return await took.evaluate(({ shown }) => shown);
}
