import { createContext, useContext } from 'react';

/**
 * The Content-Security-Policy nonce of the page being rendered. A context and not loader data: loader data is
 * written into the page, where an injected script could read the nonce and use it.
 */
export const NonceContext = createContext('');

/** @returns the page's nonce on the server; empty in the browser, which hides it from scripts anyway. */
export const useNonce = () => useContext(NonceContext);
