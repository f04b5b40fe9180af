import type { Permission } from '#app/domain/access/roles.ts';

/** A loader or action as the build has it, with for whom it says it is. */
type Handler = ((args: object) => unknown) & {
  admission?: Declaration;
  answersForms?: boolean;
};

/** What `Admission` says of itself; not imported, since it would bring the Worker's types with it. */
export interface Declaration {
  kind: 'anyone' | 'visitor' | 'pending' | 'registrant' | 'member' | 'caller' | 'workspace';
  permission?: Permission;
  /** @returns who is admitted. @throws a redirect, or an AppError. */
  admit(request: Request, context: object): Promise<unknown>;
}

interface BuiltRoute {
  path?: string;
  module: {
    default?: unknown;
    loader?: Handler;
    action?: Handler;
    shouldRevalidate?(change: object): boolean;
  };
}

// By its address, since it is not there before the build: types could not be read from it.
const built = (await import(new URL('../../build/server/routes.js', import.meta.url).href)) as {
  routes: Record<string, BuiltRoute>;
};

/** Every route of the built application, by its id. */
export const builtRoutes = built.routes;
