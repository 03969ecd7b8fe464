// Makes one animated WebP of screenshots. The browser compares and encodes the frames, and each keeps only the changed
// blocks; this file puts them into the container (https://developers.google.com/speed/webp/docs/riff_container).
import type { Page } from '@playwright/test';

export interface Shot {
  readonly png: Buffer;
  /** How long the picture is shown. */
  readonly ms: number;
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ms: number;
  /** A WebP file in base64, transparent where nothing has changed. */
  readonly file: string;
}

/** Plays once and stays at the last shot. All shots have one size. `page` is blank. */
export async function animatedWebp(page: Page, shots: readonly Shot[], quality: number): Promise<Buffer> {
  const frames: Frame[] = [];
  for (const { png, ms } of shots) {
    const frame = await page.evaluate(encodeChanges, { png: png.toString('base64'), quality });
    const before = frames.at(-1);
    if (frame !== null) frames.push({ ...frame, ms });
    else if (before !== undefined) frames[frames.length - 1] = { ...before, ms: before.ms + ms };
  }
  return animationOf(frames);
}

/** The file of these frames; the first covers the whole picture. Throws if there are none. */
export function animationOf(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('There are no shots.');
  const hasAnimationAndAlpha = 0x12;
  const features = Buffer.concat([
    Buffer.from([hasAnimationAndAlpha, 0, 0, 0]),
    u24(first.width - 1),
    u24(first.height - 1),
  ]);
  const background = Buffer.from([255, 255, 255, 255]);
  const playedOnce = Buffer.from([1, 0]);
  const chunks = [
    chunk('VP8X', features),
    chunk('ANIM', Buffer.concat([background, playedOnce])),
    ...frames.map(frameChunk),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function frameChunk({ x, y, width, height, ms, file }: Frame): Buffer {
  const place = [x / 2, y / 2, width - 1, height - 1, ms].map(u24);
  const blended = Buffer.from([0]);
  return chunk('ANMF', Buffer.concat([...place, blended, ...picturesIn(Buffer.from(file, 'base64'))]));
}

/** The chunks of a WebP file that have its picture. */
function picturesIn(file: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const end = at + 8 + file.readUInt32LE(at + 4);
    if (/^(ALPH|VP8 |VP8L)$/.test(name)) frames.push(chunk(name, file.subarray(at + 8, end)));
    at = end + (end % 2);
  }
  return frames;
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function u24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

/** Runs in the page, so that it must be one function. Encodes the 16-pixel blocks that changed since the shot before; null if none did. */
async function encodeChanges({
  png,
  quality,
}: {
  png: string;
  quality: number;
}): Promise<Omit<Frame, 'ms'> | null> {
  const block = 16;
  const kept = globalThis as { shotBefore?: ImageData };
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no canvas.');
  context.drawImage(picture, 0, 0);
  const shot = context.getImageData(0, 0, width, height);
  const now = new Uint32Array(shot.data.buffer);
  const before =
    kept.shotBefore === undefined ? new Uint32Array() : new Uint32Array(kept.shotBefore.data.buffer);
  kept.shotBefore = shot;
  const acrossAll = Math.ceil(width / block);
  const changed = new Set<number>();
  for (let at = 0; at < now.length; at += 1)
    if (now[at] !== before[at])
      changed.add(Math.floor(at / width / block) * acrossAll + Math.floor((at % width) / block));
  if (changed.size === 0) return null;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < acrossAll * Math.ceil(height / block); at += 1) {
    const [left, top] = [(at % acrossAll) * block, Math.floor(at / acrossAll) * block];
    if (changed.has(at)) {
      xs.push(left);
      ys.push(top);
    } else context.clearRect(left, top, block, block);
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [right, bottom] = [
    Math.min(Math.max(...xs) + block, width),
    Math.min(Math.max(...ys) + block, height),
  ];
  const part = new OffscreenCanvas(right - x, bottom - y);
  part.getContext('2d')?.drawImage(canvas, -x, -y);
  const bytes = new Uint8Array(
    await (await part.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
  );
  const file = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { x, y, width: part.width, height: part.height, file };
}
