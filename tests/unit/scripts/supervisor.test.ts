import { afterEach, expect, test } from 'vitest';
import { freePort } from '#engine/free-port.ts';
import { type Service, startService } from '#scripts/local/service.ts';
import { superviseServices } from '#scripts/local/supervisor.ts';

const RESTART_AFTER_MS = 20;
/** Longer than several restarts take to begin. */
const SETTLED_AFTER_MS = 10 * RESTART_AFTER_MS;

/** Answers on a port after a pause. */
const PROGRAM = `setTimeout(() => require('node:http').createServer((_, answer) => answer.end('ours'))
  .listen(Number(process.argv[1]), '127.0.0.1'), Number(process.argv[2]))`;

const cleanups: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** Supervises one program. @param programs of each launch; the last one is of all later ones too. */
async function supervise(...programs: string[]) {
  const healthUrl = `http://127.0.0.1:${await freePort()}/`;
  const world = { launches: 0, live: [] as Service[], said: [] as string[], onSaid: () => {} };
  const services = superviseServices({
    restarts: true,
    say: (line) => {
      world.said.push(line);
      world.onSaid();
    },
    restartAfterMs: RESTART_AFTER_MS,
  });
  cleanups.push(services.stop);
  const launch = async () => {
    const program = programs[Math.min(world.launches, programs.length - 1)] ?? '';
    world.launches += 1;
    const args = ['-e', program, new URL(healthUrl).port, '150'];
    const service = await startService({
      name: 'Ours',
      command: process.execPath,
      args,
      healthUrl,
      healthAnswer: 'ours',
    });
    world.live.push(service);
    return service;
  };
  await services.start('Ours', launch);
  return { world, services, launch };
}

/** Ends a service like a fault of its own. */
const crash = (service: Service | undefined) => process.kill(-Number(service?.pid), 'SIGKILL');

const isAlive = ({ pid }: Service): boolean => {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
};

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));

test('a service that dies, also during its restarts, is started once after each death', async () => {
  const { world } = await supervise(PROGRAM, 'process.exit(1)', 'process.exit(1)', PROGRAM);
  crash(world.live[0]);
  await expect.poll(() => world.live.length).toBe(2);
  await settle();
  expect(world.launches).toBe(4);
  expect(world.said).toEqual([
    'Ours ended unexpectedly and is started again.',
    expect.stringContaining('Ours did not start'),
    expect.stringContaining('Ours did not start'),
  ]);
  crash(world.live[1]);
  await expect.poll(() => world.live.length).toBe(3);
  await settle();
  expect(world.launches).toBe(5);
});

test('a kill ends the planned restart', async () => {
  const { world, services, launch } = await supervise(PROGRAM);
  const died = new Promise<void>((resolve) => {
    world.onSaid = resolve;
  });
  crash(world.live[0]);
  await died;
  await services.kill('Ours');
  await services.start('Ours', launch);
  await settle();
  expect(world.launches).toBe(2);
  await expect.poll(() => world.live.map(isAlive)).toEqual([false, true]);
});

test('a kill ends the restart that is under way', async () => {
  const { world, services, launch } = await supervise(PROGRAM);
  crash(world.live[0]);
  await expect.poll(() => world.launches).toBe(2);
  await services.kill('Ours');
  await expect.poll(() => world.live.map(isAlive)).toEqual([false, false]);
  await services.start('Ours', launch);
  await settle();
  await expect.poll(() => world.live.map(isAlive)).toEqual([false, false, true]);
});

test('a kill ends the restarts of a service that cannot start', async () => {
  const { world, services } = await supervise(PROGRAM, 'process.exit(1)');
  crash(world.live[0]);
  await expect.poll(() => world.launches).toBeGreaterThan(2);
  await services.kill('Ours');
  const { launches } = world;
  await settle();
  expect(world.launches).toBe(launches);
});

test('a stop waits for a launch that is under way, and ends its service', async () => {
  const { world, services } = await supervise(PROGRAM);
  crash(world.live[0]);
  await expect.poll(() => world.launches).toBe(2);
  await services.stop();
  expect(world.live).toHaveLength(2);
  await expect.poll(() => world.live.map(isAlive)).toEqual([false, false]);
});
