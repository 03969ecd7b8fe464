// Writes a snapshot of one section and prints the result. Started by snapshots.slow.test.ts as: put-snapshot
// FOLDER SEQ BYTES
import { openSnapshots } from '../snapshots/snapshots.ts';

const [folder = '', seq = '', length = ''] = process.argv.slice(2);
const snapshots = await openSnapshots(folder);
try {
  const sections = { books: new Uint8Array(Number(length)).fill(7) };
  await snapshots.put({ seq: Number(seq), ruleVersion: 1, stateHash: 'ab', sections });
  console.log('put');
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}
