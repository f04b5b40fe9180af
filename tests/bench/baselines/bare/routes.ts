import { index, type RouteConfig, route } from '@remix-run/route-config';

/** One page for each part of what a signed-in page needs, and one with all of them. */
export default [
  index('routes/hello.tsx'),
  route('rows', 'routes/rows.tsx'),
  route('query', 'routes/query.tsx'),
  route('object', 'routes/object.tsx'),
  route('floor', 'routes/floor.tsx'),
] satisfies RouteConfig;
