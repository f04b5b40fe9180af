import { systemClock } from '#app/domain/time/clock.ts';
import { createOutbound, type Outbound } from './client.ts';

/** @returns the client of this isolate: by its `fetch` and clock, with the cache that its requests share. */
export function systemOutbound({ outboundTimeoutFactor }: { outboundTimeoutFactor: number }): Outbound {
  return createOutbound({
    // Unbound: workerd refuses a fetch that is called as a method of another object.
    fetch: (...request) => fetch(...request),
    clock: systemClock,
    timeoutFactor: outboundTimeoutFactor,
  });
}
