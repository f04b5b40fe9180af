import { useEffect, useRef, useState } from 'react';
import { t } from '#app/i18n/t.ts';

/** Spec §9. */
const SCRIPT_LOAD_TIMEOUT_MS = 15_000;
const SCRIPT_URL = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      sitekey: string;
      'response-field-name': string;
      callback: () => void;
      'error-callback': () => void;
    },
  ): string;
  reset(widgetId: string): void;
  remove(widgetId: string): void;
}

const turnstile = () => (window as { turnstile?: Turnstile }).turnstile;

/** Cloudflare's widget, which writes its token into a hidden field of the form by itself. */
export function TurnstileCheck({
  siteKey,
  name,
  errors,
}: {
  siteKey: string;
  name: string;
  /** Errors of the last refusal; a new list for each. */
  errors?: readonly string[] | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<string>();
  const [isFailed, setIsFailed] = useState(false);

  // A refused token is used up or out of date.
  useEffect(() => {
    if (errors && widget.current) turnstile()?.reset(widget.current);
  }, [errors]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const timer = setTimeout(() => setIsFailed(true), SCRIPT_LOAD_TIMEOUT_MS);
    const script = document.createElement('script');
    script.src = SCRIPT_URL;
    script.onload = () => {
      clearTimeout(timer);
      widget.current = turnstile()?.render(element, {
        sitekey: siteKey,
        'response-field-name': name,
        // The widget tries again by itself after an error.
        callback: () => setIsFailed(false),
        'error-callback': () => setIsFailed(true),
      });
    };
    script.onerror = () => setIsFailed(true);
    document.head.appendChild(script);
    return () => {
      clearTimeout(timer);
      if (widget.current) turnstile()?.remove(widget.current);
      script.remove();
    };
  }, [siteKey, name]);

  return (
    <>
      <div ref={box} />
      {isFailed && <p role="alert">{t('humanCheck.loadTimeout')}</p>}
    </>
  );
}
