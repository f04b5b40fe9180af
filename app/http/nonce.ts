import { createContext, useContext } from 'react';

/**
 * The page's Content-Security-Policy nonce. Not loader data, which is written into the page, where an injected script
 * could read it.
 */
export const NonceContext = createContext('');

/** @returns the page's nonce on the server; empty in the browser, which hides it from scripts anyway. */
export const useNonce = () => useContext(NonceContext);
