import type { CredentialsDocument } from './credentials.ts';
import type { WorkflowFile } from './workflow-file.ts';

const MIB = 1024 * 1024;

/** Limits of an archive, checked before its content is read. */
export interface ArchiveLimits {
  entries: number;
  directoryBytes: number;
  /** Unpacked. */
  totalBytes: number;
  /** Maximum ratio of unpacked to packed size; smaller archives than `unsuspiciousBytes` are exempt. */
  ratio: number;
  unsuspiciousBytes: number;
}

/** For an uploaded archive: far above any workspace's workflows, and quick to process. */
export const UPLOAD_LIMITS: ArchiveLimits = {
  entries: 5_000,
  directoryBytes: 4 * MIB,
  totalBytes: 200 * MIB,
  ratio: 200,
  unsuspiciousBytes: MIB,
};

/** For an archive that this product wrote: the format's own limits. */
export const BACKUP_LIMITS: ArchiveLimits = {
  entries: 0xffff,
  directoryBytes: 32 * MIB,
  totalBytes: Number.MAX_SAFE_INTEGER,
  ratio: Number.MAX_SAFE_INTEGER,
  unsuspiciousBytes: 0,
};

/** A file with random access. */
export interface ArchiveSource {
  bytes: number;
  /** @returns exactly these bytes. @throws when the file is shorter, or its store fails. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Contents of an archive in addition to its workflows. */
export interface ArchiveExtras {
  /** n8n's version in the workspace; null when the archive does not name it. */
  version: string | null;
  credentials: CredentialsDocument | null;
  /** Names of the files with workflows that are too large to restore, or have an id that no workspace imports. `Archives.read` leaves them out. */
  unrestorable: readonly string[];
}

/** Contents to write into an archive in addition to its workflows. */
export interface ArchiveAdditions {
  /** n8n's version in the workspace. */
  version?: string;
  /** A credentials document, in the bytes that the workspace exported. */
  credentials?: Uint8Array;
}

/** Reads and writes archives of workflows. */
export interface Archives {
  /** @param takenAt UTC ms. @returns the archive's bytes as a stream. */
  write(
    workflows: AsyncIterable<WorkflowFile>,
    takenAt: number,
    additions?: ArchiveAdditions,
  ): AsyncIterable<Uint8Array>;
  /** @throws ArchiveInvalid, ArchiveTooLarge. */
  readExtras(source: ArchiveSource, limits: ArchiveLimits): Promise<ArchiveExtras>;
  /** @throws ArchiveInvalid, ArchiveTooLarge, possibly after some workflows. */
  read(source: ArchiveSource, limits: ArchiveLimits): AsyncIterable<WorkflowFile>;
}

/** The file is not an archive of workflows, or is broken. */
export class ArchiveInvalid extends Error {
  override readonly name = 'ArchiveInvalid';
}

/** The archive is, or unpacks to, more than the limits. */
export class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge';
}
