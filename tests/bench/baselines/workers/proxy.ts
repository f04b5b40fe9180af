interface Env {
  /** The address that requests are passed to, without a trailing slash. */
  TARGET_URL: string;
}

/** A Worker that passes requests on and does nothing else: the floor of the gateway. */
export default {
  fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`${env.TARGET_URL}${pathname}${search}`, request), { redirect: 'manual' });
  },
} satisfies ExportedHandler<Env>;
