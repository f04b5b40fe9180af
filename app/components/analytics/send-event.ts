import type { AnalyticsEvent } from '#app/domain/flags/analytics.ts';

/**
 * Sends an event without credentials and referrer. Plain text needs no CORS preflight; with `keepalive` the request outlives
 * the page.
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
    // Content blockers reject such requests on purpose; the reader loses nothing.
  });
}
