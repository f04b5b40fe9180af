import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Messages of React's scheduler that wait; null while they pass. */
    heldRenders: Array<() => void> | null;
  }
}

/**
 * Lets a test keep React from rendering, like a slow processor. React renders each navigation in tasks that it starts with
 * a MessageChannel; the router's own work passes.
 *
 * @returns a function for the opened page: false freezes the rendering, true continues it.
 */
export async function freezeRendering(page: Page): Promise<(isRendering: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    window.heldRenders = null;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      const send = () => Reflect.apply(postMessage, this, args);
      if (window.heldRenders) window.heldRenders.push(send);
      else send();
    };
  });
  return (isRendering) =>
    page.evaluate((renders) => {
      for (const send of window.heldRenders ?? []) send();
      window.heldRenders = renders ? null : [];
    }, isRendering);
}
