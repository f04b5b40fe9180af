import { beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '#scripts/local/build.ts';
import { denyUndeclaredRoutes } from '#workers/closed-routes.ts';

const declared = Object.assign(async () => 'shown', { admission: { kind: 'anyone' } });
const forgotten = async () => 'secret';

type Build = Parameters<typeof denyUndeclaredRoutes>[0];

/** A build of one route, reduced to what the function reads. */
function buildOf(module: { loader?: unknown; action?: unknown; default?: unknown }) {
  const routes: Record<string, { module: typeof module }> = { 'routes/some': { module } };
  return { mode: 'production', routes };
}

function close<B extends Build>(build: B) {
  const reports: string[] = [];
  const closed = denyUndeclaredRoutes(build, (error) => reports.push(error.message));
  const module: { loader?: unknown; action?: unknown; default?: unknown } | undefined =
    closed.routes['routes/some']?.module;
  return { reports, closed, module };
}

const asked = { request: new Request('https://portal.example/some'), params: {}, context: {} };

/** A handler's result: its return value, or the Response that it throws. */
async function call(handler: unknown): Promise<unknown> {
  return (handler as (args: object) => Promise<unknown>)(asked);
}

test('a loader and an action without an admission deny everyone, and each is reported once', async () => {
  const { module, reports } = close(buildOf({ loader: forgotten, action: forgotten, default: () => null }));
  for (const handler of [module?.loader, module?.action]) {
    const refusal = await call(handler).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(Response);
    expect((refusal as Response).status).toBe(403);
    expect(await (refusal as Response).text()).not.toContain('secret');
  }
  expect(reports).toEqual([
    expect.stringContaining('The loader of routes/some'),
    expect.stringContaining('The action of routes/some'),
  ]);
});

test('a loader with an admission stays unchanged beside one without', async () => {
  const { module, reports } = close(buildOf({ loader: declared, action: forgotten }));
  expect(module?.loader).toBe(declared);
  expect(await call(module?.loader)).toBe('shown');
  expect(module?.action).not.toBe(forgotten);
  expect(reports).toEqual([expect.stringContaining('action')]);
});

test('closing undeclared routes changes nothing else in the build', () => {
  const component = () => null;
  const build = buildOf({ loader: forgotten, default: component });
  const { closed, module } = close(build);
  expect(module?.default).toBe(component);
  expect(closed.mode).toBe('production');
  expect(build.routes['routes/some']?.module.loader).toBe(forgotten);
  expect(close(buildOf({ default: component })).reports).toEqual([]);
});

// The first test builds the application.
beforeAll(() => void buildIfChanged(), 120_000);

test('every loader and action of the built application declares its admission', async () => {
  const { builtRoutes } = await import('../../support/built-routes.ts');
  const { closed, reports } = close({ routes: builtRoutes });
  expect(reports).toEqual([]);
  const handlers = Object.values(closed.routes).flatMap((route) => [
    route?.module.loader,
    route?.module.action,
  ]);
  expect(handlers.filter(Boolean).length).toBeGreaterThan(40);
});
