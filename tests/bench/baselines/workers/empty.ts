/** A Worker without code: what workerd itself needs until its first answer. */
export default {
  fetch: () => new Response('ok'),
} satisfies ExportedHandler;
