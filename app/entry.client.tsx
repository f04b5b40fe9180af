import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { withRevalidation } from './components/form/keep-after-failure.ts';
import { rememberPostedForm } from './components/form/posted-form.client.ts';
import { preloadOnIntent } from './components/layout/preload-on-intent.ts';
import { skipBrokenTransitions } from './components/layout/skip-broken-transitions.ts';
import { rememberTimezone } from './http/timezone.ts';

rememberTimezone(document, window.location.protocol === 'https:');

skipBrokenTransitions();
rememberPostedForm();
preloadOnIntent(window.__remixManifest.routes);

// The route modules of the first page; `loadRouteModule` loads the others.
for (const [id, module] of Object.entries(window.__remixRouteModules)) {
  if (module) window.__remixRouteModules[id] = withRevalidation(module);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
