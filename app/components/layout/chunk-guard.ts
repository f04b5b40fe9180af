/** Spec §8: a page is reloaded for a chunk that does not load at most once a minute. */
const RELOAD_AT_MOST_EVERY_MS = 60_000;

/** What a navigation fails with once reloading did not help; the error page knows it by this. */
const CHUNK_FAILURE = 'chunk_not_loaded';

/**
 * The script that reloads a page of which a part does not load: after a deployment the parts of the old one are gone,
 * and the page as it is now names the new ones. It stands in the page itself and in plain words of any browser, since
 * whatever it waits for may be what is missing.
 *
 * `__reloadForChunk` answers whether it reloads; Remix asks it where it would reload for ever (`vite.config.ts`). Without
 * a session's storage nothing would end the reloading, so nothing begins it; offline there is nothing to load.
 */
export const chunkGuard = `(function () {
  var key = 'weft-chunk-reloaded-at';
  function reload() {
    if (navigator.onLine === false) return false;
    try {
      var ago = Date.now() - Number(sessionStorage.getItem(key));
      if (ago >= 0 && ago < ${RELOAD_AT_MOST_EVERY_MS}) return false;
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
})();`;

/** @returns whether a navigation failed for want of the page's own script. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && error.message === CHUNK_FAILURE;
}
