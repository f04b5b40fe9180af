export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export type Frame = { fin: boolean; opcode: number; payload: Buffer };

/** A peer that breaks RFC 6455, with the close code that tells it so. */
export class ProtocolError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Takes the first frame off `bytes`, as a client sends it. Undefined when more bytes are needed.
 * Throws {@link ProtocolError}: 1002 for a malformed frame, 1009 for one longer than `maxPayload`.
 */
export function readFrame(bytes: Buffer, maxPayload: number): { frame: Frame; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const opcode = first & 0x0f;
  const fin = (first & 0x80) !== 0;
  if ((first & 0x70) !== 0) throw new ProtocolError(1002, 'no extension was agreed on');
  if ((second & 0x80) === 0) throw new ProtocolError(1002, 'a client must mask its frames');
  let length = second & 0x7f;
  let at = 2;
  if (opcode >= opcodes.close && (length > 125 || !fin))
    throw new ProtocolError(1002, 'a control frame must be short and whole');
  if (length === 126) {
    if (bytes.length < 4) return undefined;
    length = bytes.readUInt16BE(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return undefined;
    length = Number(bytes.readBigUInt64BE(2));
    at = 10;
  }
  if (length > maxPayload) throw new ProtocolError(1009, 'the message is too long');
  if (bytes.length < at + 4 + length) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (let index = 0; index < payload.length; index += 1)
    payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return { frame: { fin, opcode, payload }, rest: bytes.subarray(at + 4 + length) };
}

/** A whole, unmasked frame, as a server sends it. */
export function writeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  let header: Buffer;
  if (length < 126) header = Buffer.from([0x80 | opcode, length]);
  else if (length < 65_536) {
    header = Buffer.from([0x80 | opcode, 126, 0, 0]);
    header.writeUInt16BE(length, 2);
  } else {
    header = Buffer.alloc(10);
    header.set([0x80 | opcode, 127]);
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, payload]);
}
