interface Env {
  /** The URL to which requests are forwarded, without a trailing slash. */
  TARGET_URL: string;
}

/** A Worker that only forwards requests: the floor of the gateway. */
export default {
  fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`${env.TARGET_URL}${pathname}${search}`, request), { redirect: 'manual' });
  },
} satisfies ExportedHandler<Env>;
