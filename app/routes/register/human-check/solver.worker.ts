import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

interface Work {
  challenge: Challenge;
  counterStart: number;
  counterStep: number;
}

/** A share of a challenge's guesses, off the main thread. Answers with the solution, or null without one. */
self.onmessage = async ({ data }: MessageEvent<Work>) => {
  self.postMessage(await solveChallenge({ ...data, deriveKey }));
};
