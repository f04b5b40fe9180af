import { buildIfChanged } from '../local/build.ts';

// A process of its own, so that checks which need no build run meanwhile.
buildIfChanged();
