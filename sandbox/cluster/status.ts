import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import { type Plural, resourceTypes } from './resources.ts';

type Cause = { reason: string; field: string; message: string };

/**
 * A failure as the Kubernetes API reports it: a `Status` object. Thrown inside the API, and turned into an answer at its
 * edge.
 */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: string;
  readonly details: { name?: string; group?: string; kind?: string; causes?: Cause[] };

  constructor(code: number, reason: string, message: string, details: StatusError['details'] = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  toReply(): Reply {
    return jsonReply(this.code, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      details: this.details,
      code: this.code,
    });
  }
}

function qualifyName(plural: Plural): string {
  const { group } = resourceTypes[plural];
  return group === '' ? plural : `${plural}.${group}`;
}

function detailsOf(plural: Plural, name: string) {
  return { name, group: resourceTypes[plural].group, kind: plural };
}

export function resourceNotFound(plural: Plural, name: string): StatusError {
  return new StatusError(
    404,
    'NotFound',
    `${qualifyName(plural)} "${name}" not found`,
    detailsOf(plural, name),
  );
}

export function conflict(plural: Plural, name: string, why: string, causes: Cause[] = []): StatusError {
  return new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualifyName(plural)} "${name}": ${why}`,
    { ...detailsOf(plural, name), ...(causes.length > 0 ? { causes } : {}) },
  );
}

export function invalid(plural: Plural, name: string, causes: Cause[]): StatusError {
  const { kind, group } = resourceTypes[plural];
  const complaint = causes.map((cause) => `${cause.field}: ${cause.message}`).join(', ');
  return new StatusError(
    422,
    'Invalid',
    `${group === '' ? kind : `${kind}.${group}`} "${name}" is invalid: ${complaint}`,
    { name, group, kind, causes },
  );
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}
