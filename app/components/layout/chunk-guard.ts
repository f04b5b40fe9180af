/** Spec §8: a page is reloaded for a chunk that does not load at most once a minute. */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** The error of a page whose chunk does not load, when a reload would not help. */
export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super('chunk_not_loaded', { cause });
    this.name = 'ChunkFailure';
  }
}

declare global {
  interface Window {
    /** Defined by the page's own script (`chunkGuard`). @returns whether the page reloads. */
    __reloadForChunk: () => boolean;
  }
}

/**
 * Handles a chunk that did not load, before Remix does: Remix reloads the page for every missing chunk, also after a reload
 * that did not help. Never resolves: the reload ends the page.
 * @throws ChunkFailure when the page does not reload: it did so within the last minute, the browser is offline, or it has no
 *   session storage.
 */
export async function onMissingChunk(error: unknown): Promise<never> {
  if (!window.__reloadForChunk()) throw new ChunkFailure(error);
  return new Promise(() => {});
}

/**
 * Reloads a page when a chunk fails to load: a deployment removes the old chunks. The script is inline and uses no new
 * syntax, since any file it needed could be the missing one. Without session storage or offline it does not reload, since
 * the reloads would never end. Only the server has the text: React leaves the script as it is.
 */
export const chunkGuard = import.meta.env.SSR
  ? `(function () {
  var key = 'weft-chunk-reloaded-at';
  function reload() {
    if (navigator.onLine === false) return false;
    try {
      var ago = Date.now() - Number(sessionStorage.getItem(key));
      if (ago >= 0 && ago < ${MIN_RELOAD_INTERVAL_MS}) return false;
      sessionStorage.setItem(key, String(Date.now()));
    } catch (error) {
      return false;
    }
    location.reload();
    return true;
  }
  window.__reloadForChunk = reload;
  window.addEventListener('error', function (event) {
    var element = event.target;
    if (element instanceof HTMLScriptElement && element.type === 'module') reload();
  }, true);
  window.addEventListener('unhandledrejection', function (event) {
    if (/dynamically imported module|Importing a module script/.test(String(event.reason))) reload();
  });
})();`
  : '';
