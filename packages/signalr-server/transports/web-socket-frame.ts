// The bytes of a server's WebSocket frame, header and payload in one: a single write for each client. A frame that goes
// to many clients is built once.

/** Beyond this, copying the payload costs more than a second write. */
const copiedBytes = 64 * 1024;

let lastPayload: Buffer | null = null;
let lastIsBinary = false;
let lastFrame: Buffer | null = null;

/** The header of a whole, unmasked frame (RFC 6455 §5.2). */
export function frameHeader(size: number, isBinary: boolean): Buffer {
  const opcode = isBinary ? 0x82 : 0x81;
  if (size < 126) return Buffer.from([opcode, size]);
  if (size < 65_536) {
    const header = Buffer.allocUnsafe(4);
    header[0] = opcode;
    header[1] = 126;
    header.writeUInt16BE(size, 2);
    return header;
  }
  const header = Buffer.allocUnsafe(10);
  header[0] = opcode;
  header[1] = 127;
  header.writeUInt16BE(0, 2);
  header.writeUIntBE(size, 4, 6);
  return header;
}

/** The whole frame; null when the payload is so long that header and payload are better written one after the other. */
export function wholeFrame(payload: Buffer, isBinary: boolean): Buffer | null {
  if (payload === lastPayload && isBinary === lastIsBinary) return lastFrame;
  if (payload.length > copiedBytes) return null;
  lastPayload = payload;
  lastIsBinary = isBinary;
  lastFrame = Buffer.concat([frameHeader(payload.length, isBinary), payload]);
  return lastFrame;
}
