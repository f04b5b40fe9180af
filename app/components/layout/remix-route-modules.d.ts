/** Remix declares the types of its modules beside their CommonJS build alone. */
declare module '@remix-run/react/dist/esm/routeModules.js' {
  export { loadRouteModule } from '@remix-run/react/dist/routeModules';
}
