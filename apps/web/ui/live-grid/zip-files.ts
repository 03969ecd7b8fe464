// A ZIP archive as a workbook is made of, in its simplest form: every file deflated by the browser's own compressor, no
// dates, no folders (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16).

export interface FileInZip {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const deflated = 8;
/** 1 January 1980: the archive says nothing about when it was made. */
const noDate = 0x21;

export async function zipFiles(files: readonly FileInZip[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const packed = await deflate(bytes);
    const title = new TextEncoder().encode(name);
    // Version needed, flags (names are UTF-8), method, time, date, checksum, sizes, length of the name.
    const facts = [
      ...[20, 0x800, deflated, 0, noDate].map(two),
      ...[crc32(bytes), packed.length, bytes.length].map(four),
      ...[title.length, 0].map(two),
    ];
    const local = joined([four(0x04034b50), ...facts, title]);
    entries.push(
      joined([four(0x02014b50), two(20), ...facts, ...[0, 0, 0].map(two), ...[0, at].map(four), title]),
    );
    parts.push(local, packed);
    at += local.length + packed.length;
  }
  const directory = joined(entries);
  const end = joined([
    four(0x06054b50),
    ...[0, 0, files.length, files.length].map(two),
    ...[directory.length, at].map(four),
    two(0),
  ]);
  return joined([...parts, directory, end]);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (crcTable[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

const two = (value: number) => Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
const four = (value: number) => Uint8Array.of(...[0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff));

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
