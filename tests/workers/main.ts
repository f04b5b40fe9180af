export { WorkspaceObject } from '#durable-objects/workspace/object.ts';

/** The Remix bundle is CommonJS, which this runner cannot load: the object alone stands here, and is called directly. */
export default {
  fetch: () => new Response('Not found', { status: 404 }),
} satisfies ExportedHandler;
