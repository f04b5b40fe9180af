import { logLine } from '#app/domain/encoding/log-line.ts';
/** Fields of an error's log line in addition to the error. */
export interface ErrorSite {
  /** The request's or job's name; a person who saw the error page gives it to support. */
  reference: string;
  url?: string;
}

/** Logs one of our failures as a line of JSON, without query strings, where links contain their secrets. */
export function reportError(error: unknown, site: ErrorSite): void {
  const { name, message, stack, cause } =
    error instanceof Error
      ? error
      : { name: 'NonError', message: String(error), stack: undefined, cause: undefined };
  const line = {
    level: 'error',
    reference: site.reference,
    ...(site.url === undefined ? {} : { path: new URL(site.url).pathname }),
    error: { name, message, cause: cause === undefined ? undefined : String(cause), stack },
  };
  console.error(logLine(line));
}
