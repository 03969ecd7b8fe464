// `npx tsx --conditions=openpit-source bench/matching/order-stream.ts FILE`: runs a file of order-stream.mjs through the venue's order
// books and prints {trades, volume, hash} as JSON, to compare with FILE.expect.json.
import { driveBooks } from './drive-books.ts';
import { readStream } from './stream-file.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Name the file with the command stream: npx tsx bench/matching/order-stream.ts FILE');
  process.exit(2);
}
console.log(JSON.stringify(driveBooks(readStream(file))));
