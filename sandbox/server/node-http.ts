/**
 * Node's HTTP module. An import of `node:http` reads each of its exports, and one of them loads all of `fetch`: 20 of the 105 ms
 * of processor time that a workspace took to start.
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');
