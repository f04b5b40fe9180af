/** Spec §8: a page is reloaded for a chunk that does not load at most once a minute. */
const RELOAD_AT_MOST_EVERY_MS = 60_000;

/** What a navigation fails with when a part of the page does not load, and reloading would not help. */
export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super('chunk_not_loaded', { cause });
    this.name = 'ChunkFailure';
  }
}

/**
 * The script that reloads a page of which a part does not load: after a deployment the parts of the old one are gone,
 * and the page as it is now names the new ones. It stands in the page itself and in plain words of any browser, since
 * whatever it waits for may be what is missing.
 *
 * `__reloadForChunk` answers whether it reloads; `load-route-module.ts` asks it before Remix would reload. Without
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
