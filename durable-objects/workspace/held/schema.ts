/** What waits or failed: what people can replay or drop. */
export const OPEN = `(state = 'waiting' OR state = 'failed')`;

/** Bytes that a request with content occupies, or null. Paths are ASCII. A body that is not a file is part of `content`. */
export const KEPT_BYTES = 'length(path) + length(content) + has_file * size';
