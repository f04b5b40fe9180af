import type { AnalyticsEvent } from '#app/domain/flags/analytics.ts';

/**
 * Tells the analytics endpoint. Without credentials and referrer, so that it learns the event and nothing else; as plain
 * text, which a browser posts to another origin without asking it first; and alive after the page is gone.
 */
export function sendEvent(url: string, event: AnalyticsEvent): void {
  fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify(event),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    // A page that is not counted is no trouble of the person who reads it, and one of many blockers' purposes.
  });
}
