// The bytes of a server-sent event (HTML standard, §9.2): each line of the payload behind `data: `, then an empty line.
// An event that goes to many clients is built once.

/** Opens the stream: a comment, so that the client knows that it is open. */
export const eventStreamStart = Buffer.from(':\r\n');

const prefix = Buffer.from('data: ');
const lineEnd = Buffer.from('\r\n');
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

let lastPayload: Buffer | null = null;
let lastEvent: Buffer | null = null;

/** Clients see every line end of the payload as a line feed. */
export function wholeEvent(payload: Buffer): Buffer {
  if (payload === lastPayload && lastEvent !== null) return lastEvent;
  const parts: Buffer[] = [];
  for (const line of linesOf(payload)) parts.push(prefix, line, lineEnd);
  parts.push(lineEnd);
  lastPayload = payload;
  lastEvent = Buffer.concat(parts);
  return lastEvent;
}

/** Messages of the hub protocol have no line ends in them, but bytes of a raw connection may. */
function linesOf(payload: Buffer): readonly Buffer[] {
  if (!payload.includes(lineFeed) && !payload.includes(carriageReturn)) return [payload];
  const lines: Buffer[] = [];
  let start = 0;
  for (let i = 0; i < payload.length; i++) {
    if (payload[i] !== lineFeed && payload[i] !== carriageReturn) continue;
    lines.push(payload.subarray(start, i));
    if (payload[i] === carriageReturn && payload[i + 1] === lineFeed) i++;
    start = i + 1;
  }
  lines.push(payload.subarray(start));
  return lines;
}
