declare global {
  interface Window {
    /** The queue that a tag manager reads (https://developers.google.com/tag-platform/tag-manager/datalayer). */
    dataLayer?: Array<Record<string, unknown>>;
  }
}

/** Loads the tag manager's script, once a document. */
export function loadTagManager(url: string): void {
  if (document.querySelector(`script[src="${CSS.escape(url)}"]`)) return;
  pushToTagManager({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  document.head.appendChild(script);
}

/** Leaves an event for the tag manager; it reads what came before it was loaded, too. */
export function pushToTagManager(event: Record<string, unknown>): void {
  window.dataLayer ??= [];
  window.dataLayer.push(event);
}
