import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { TranslationProvider } from './i18n/provider.tsx';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationProvider>
        <RemixBrowser />
      </TranslationProvider>
    </StrictMode>,
  );
});
