import { ArchiveInvalid } from '#app/domain/backup/archive.ts';

/** The records of a zip file (PKWARE APPNOTE 6.3.10, §4.3), without Zip64: an archive here is far below 4 GiB. */

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

export const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const END_COMMENT_MAX_BYTES = 0xffff;
export const MAX_ENTRIES = 0xffff - 1;
export const MAX_BYTES = 0xffffffff - 1;

/** An archive's comment: n8n's version follows. */
export const VERSION_COMMENT = 'n8n ';

export const DEFLATED = 8;
export const STORED = 0;
const VERSION_DEFLATE = 20;
/** Sizes follow the data; names are UTF-8. */
const FLAGS_WRITTEN = 0x0808;
/** Flags that the reader understands: those above, and deflate's two bits for its level. */
const FLAGS_UNDERSTOOD = FLAGS_WRITTEN | 0x0006;

export interface ZipEntry {
  name: Uint8Array;
  method: number;
  crc: number;
  compressedBytes: number;
  bytes: number;
  /** Offset of its local header. */
  offset: number;
}

/** @param at UTC ms. @returns it in MS-DOS's form, in UTC: two-second steps since 1980. */
export function dosTime(at: number): { time: number; date: number } {
  const moment = new Date(Math.max(at, Date.UTC(1980, 0, 1)));
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}

export function localHeader(name: Uint8Array, { time, date }: ReturnType<typeof dosTime>): Uint8Array {
  const { bytes, view } = record(LOCAL_BYTES, name);
  view.setUint32(0, LOCAL, true);
  for (const [offset, value] of [VERSION_DEFLATE, FLAGS_WRITTEN, DEFLATED, time, date].entries()) {
    view.setUint16(4 + offset * 2, value, true);
  }
  view.setUint16(26, name.byteLength, true);
  return bytes;
}

export function dataDescriptor({ crc, compressedBytes, bytes }: Omit<ZipEntry, 'name'>): Uint8Array {
  const { bytes: written, view } = record(16);
  for (const [index, value] of [DESCRIPTOR, crc, compressedBytes, bytes].entries()) {
    view.setUint32(index * 4, value, true);
  }
  return written;
}

export function centralHeader(entry: ZipEntry, { time, date }: ReturnType<typeof dosTime>): Uint8Array {
  const { bytes, view } = record(CENTRAL_BYTES, entry.name);
  view.setUint32(0, CENTRAL, true);
  const fields = [VERSION_DEFLATE, VERSION_DEFLATE, FLAGS_WRITTEN, entry.method, time, date];
  for (const [index, value] of fields.entries()) view.setUint16(4 + index * 2, value, true);
  view.setUint32(16, entry.crc, true);
  view.setUint32(20, entry.compressedBytes, true);
  view.setUint32(24, entry.bytes, true);
  view.setUint16(28, entry.name.byteLength, true);
  view.setUint32(42, entry.offset, true);
  return bytes;
}

/** @param comment of the whole archive; at most 65,535 bytes. */
export function endRecord(
  entries: number,
  directory: { offset: number; bytes: number },
  comment: Uint8Array,
): Uint8Array {
  const { bytes, view } = record(END_BYTES, comment);
  view.setUint32(0, END, true);
  view.setUint16(8, entries, true);
  view.setUint16(10, entries, true);
  view.setUint32(12, directory.bytes, true);
  view.setUint32(16, directory.offset, true);
  view.setUint16(20, comment.byteLength, true);
  return bytes;
}

function record(size: number, name?: Uint8Array) {
  const bytes = new Uint8Array(size + (name?.byteLength ?? 0));
  if (name) bytes.set(name, size);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** @param tail the end of a file. @returns the position of the directory. @throws ArchiveInvalid without an end record. */
export function readEnd(tail: Uint8Array) {
  const view = viewOf(tail);
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const endBytes = END_BYTES + view.getUint16(at + 20, true);
    if (at + endBytes !== tail.byteLength) continue;
    const entries = view.getUint16(at + 10, true);
    const isWhole = view.getUint32(at + 4, true) === 0 && view.getUint16(at + 8, true) === entries;
    // The greatest values mark Zip64, for archives larger than the limits here.
    if (!isWhole || entries > MAX_ENTRIES) throw new ArchiveInvalid('The archive is in parts, or too large.');
    const bytes = view.getUint32(at + 12, true);
    const comment = tail.subarray(at + END_BYTES);
    return { entries, bytes, offset: view.getUint32(at + 16, true), endBytes, comment };
  }
  throw new ArchiveInvalid('The file is not a zip.');
}

/** @returns the directory's entries one by one. @throws ArchiveInvalid for one that the reader refuses. */
export function* readDirectory(directory: Uint8Array, entries: number): Generator<ZipEntry> {
  const view = viewOf(directory);
  let at = 0;
  for (let index = 0; index < entries; index += 1) {
    if (at + CENTRAL_BYTES > directory.byteLength || view.getUint32(at, true) !== CENTRAL) {
      throw new ArchiveInvalid('The directory is broken.');
    }
    const nameBytes = view.getUint16(at + 28, true);
    const next =
      at + CENTRAL_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > directory.byteLength) throw new ArchiveInvalid('The directory is broken.');
    refuseStrange(view.getUint16(at + 8, true), view.getUint16(at + 10, true));
    yield {
      name: directory.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    at = next;
  }
  if (at !== directory.byteLength) throw new ArchiveInvalid('The directory is broken.');
}

/**
 * @param header the bytes at an entry's offset. @returns how many of them precede its data.
 * @throws ArchiveInvalid when it is another entry's header than the directory's: two readers would read two things.
 */
export function readLocalHeader(header: Uint8Array, { name, method }: ZipEntry): number {
  const view = viewOf(header);
  const isSame =
    header.byteLength >= LOCAL_BYTES + name.byteLength &&
    view.getUint32(0, true) === LOCAL &&
    view.getUint16(8, true) === method &&
    view.getUint16(26, true) === name.byteLength &&
    name.every((byte, index) => header[LOCAL_BYTES + index] === byte);
  if (!isSame) throw new ArchiveInvalid('The header of a file contradicts the directory.');
  refuseStrange(view.getUint16(6, true), method);
  return LOCAL_BYTES + name.byteLength + view.getUint16(28, true);
}

function refuseStrange(flags: number, method: number): void {
  if ((flags & ~FLAGS_UNDERSTOOD) !== 0 || (method !== DEFLATED && method !== STORED))
    throw new ArchiveInvalid('A file of the archive is encrypted, or compressed in an unknown way.');
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
