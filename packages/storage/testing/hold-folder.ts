// Locks a data folder, prints `held`, and holds it until its input ends. Started by ownership.test.ts: hold-folder FOLDER
import { takeOwnership } from '../journal/ownership.ts';

const [folder = ''] = process.argv.slice(2);
const owner = await takeOwnership(folder);
await owner.announce('http://127.0.0.1:5001');
console.log('held');
process.stdin.resume().once('end', async () => {
  await owner.release();
  console.log('released');
});
