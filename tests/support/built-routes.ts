import type { Permission } from '#app/domain/access/roles.ts';

/** A loader or action of the build, with its declared admission. */
type Handler = ((args: object) => unknown) & {
  admission?: Declaration;
  answersForms?: boolean;
};

/** The declared part of `Admission`; not imported, since that would bring the Worker's types with it. */
export interface Declaration {
  kind: 'anyone' | 'pending' | 'registrant' | 'member' | 'caller' | 'workspace';
  permission?: Permission;
  /** @returns the admitted person. @throws a redirect, or an AppError. */
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

// Imported by URL, since the file does not exist before the build, so types cannot be read from it.
const built = (await import(new URL('../../build/server/routes.js', import.meta.url).href)) as {
  routes: Record<string, BuiltRoute>;
};

/** Every route of the built application, by its id. */
export const builtRoutes = built.routes;
