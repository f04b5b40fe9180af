/** Remix declares the types of its modules only beside their CommonJS build. */
declare module '@remix-run/react/dist/esm/routeModules.js' {
  export { loadRouteModule } from '@remix-run/react/dist/routeModules';
}

declare module '@remix-run/react/dist/esm/data.js' {
  export { isCatchResponse, isRedirectResponse, isResponse } from '@remix-run/react/dist/data';
}
