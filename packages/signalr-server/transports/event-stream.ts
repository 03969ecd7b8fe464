// Encodes server-sent events (HTML standard, §9.2): each line of the payload after `data: `, then an empty
// line. An event that is sent to many clients is encoded once.

/** The start of the stream: a comment, which makes the client fire its `open` event. */
export const eventStreamStart = Buffer.from(':\r\n');

const prefix = Buffer.from('data: ');
const lineEnd = Buffer.from('\r\n');
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

let lastPayload: Buffer | null = null;
let lastEvent: Buffer | null = null;

/** The event of a payload. Clients see each line end of the payload as a line feed. */
export function serverSentEvent(payload: Buffer): Buffer {
  if (payload === lastPayload && lastEvent !== null) return lastEvent;
  const parts: Buffer[] = [];
  for (const line of linesOf(payload)) parts.push(prefix, line, lineEnd);
  parts.push(lineEnd);
  lastPayload = payload;
  lastEvent = Buffer.concat(parts);
  return lastEvent;
}

/** Messages of the hub protocol contain no line ends, but the bytes of a raw connection may. */
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
