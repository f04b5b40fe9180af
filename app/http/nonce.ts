import { createContext, useContext } from 'react';

/** The page's Content-Security-Policy nonce. Not loader data, which an injected script could read in the page. */
export const NonceContext = createContext('');

/** @returns the page's nonce on the server; empty in the browser, which hides it from scripts anyway. */
export const useNonce = () => useContext(NonceContext);
