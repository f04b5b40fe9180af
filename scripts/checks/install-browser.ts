import { ensureBrowser } from './browser.ts';

// A process of its own, so that checks which need no browser run meanwhile.
ensureBrowser();
