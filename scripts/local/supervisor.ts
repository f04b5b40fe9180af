import type { Service } from './service.ts';

const RESTART_AFTER_MS = 1_000;

export interface SupervisorSettings {
  /** Whether a service that dies is started again, and again until a start succeeds. */
  restarts: boolean;
  /** Receives a line for each death, and for each restart that fails. */
  say: (line: string) => void;
  /** The pause before each restart. */
  restartAfterMs?: number;
}

/** Runs at most one service per name. */
export function superviseServices({ restarts, say, restartAfterMs = RESTART_AFTER_MS }: SupervisorSettings) {
  const services = new Map<string, Service>();
  /** The next restart of each name. */
  const timers = new Map<string, NodeJS.Timeout>();
  /** The last restart of each name; never rejects. */
  const attempts = new Map<string, Promise<void>>();
  const launching = new Set<Promise<void>>();
  let isStopping = false;

  function start(name: string, launch: () => Promise<Service>): Promise<void> {
    const launched = launchAndWatch(name, launch).finally(() => launching.delete(launched));
    launching.add(launched);
    return launched;
  }

  async function launchAndWatch(name: string, launch: () => Promise<Service>): Promise<void> {
    const service = await launch();
    if (isStopping) return service.stop();
    services.set(name, service);
    void service.died.then(() => {
      services.delete(name);
      if (isStopping || !restarts) return;
      say(`${name} ended unexpectedly and is started again.`);
      restartLater(name, launch);
    });
  }

  function restartLater(name: string, launch: () => Promise<Service>): void {
    const restart = () =>
      start(name, launch).catch((error: unknown) => {
        say(String(error));
        if (!isStopping) restartLater(name, launch);
      });
    timers.set(
      name,
      setTimeout(() => attempts.set(name, restart()), restartAfterMs),
    );
  }

  return {
    /** Launches a service of a name that has none. @throws what `launch` throws; that is not tried again. */
    start,
    /** Ends a service like a power cut, or its restart; nothing of this name runs afterwards. */
    async kill(name: string): Promise<void> {
      // A restart under way may fail and plan the next one.
      await attempts.get(name);
      clearTimeout(timers.get(name));
      await services.get(name)?.kill();
      services.delete(name);
    },
    /** Ends all services. A service whose launch is under way is ended once it is launched, or has failed. */
    async stop(): Promise<void> {
      isStopping = true;
      for (const timer of timers.values()) clearTimeout(timer);
      const ends = [...services.values()].map((service) => service.stop());
      await Promise.all([...ends, Promise.allSettled(launching)]);
    },
  };
}
