import { AppError } from '#app/domain/errors/app-error.ts';
import { errorForPage } from '#app/http/error-response.ts';

/** The part of Remix's build that is read here. */
interface Build {
  routes: Record<string, { module: { loader?: unknown; action?: unknown } } | undefined>;
}

/**
 * Closes loaders and actions without an admission, so a forgotten one admits no one.
 * @param report gets each once.
 */
export function denyUndeclaredRoutes<B extends Build>(build: B, report: (error: Error) => void): B {
  const denyRoute = (routeId: string, what: 'loader' | 'action') => {
    report(new Error(`The ${what} of ${routeId} declares no admission; it is closed.`));
    return ({ context }: { context: { reference?: string } }) => {
      throw errorForPage(new AppError('forbidden'), context);
    };
  };
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const module = { ...route.module };
    for (const what of ['loader', 'action'] as const) {
      const handler = module[what];
      const isDeclared = typeof handler === 'function' && 'admission' in handler;
      if (handler && !isDeclared) module[what] = denyRoute(id, what);
    }
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
