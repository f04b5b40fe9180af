import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { preloadOnIntent } from './components/layout/preload-on-intent.ts';
import { skipBrokenTransitions } from './components/layout/skip-broken-transitions.ts';
import { rememberTimezone } from './http/timezone.ts';

rememberTimezone(document, window.location.protocol === 'https:');

skipBrokenTransitions();
preloadOnIntent(window.__remixManifest.routes);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
