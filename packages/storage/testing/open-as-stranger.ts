// Opens a database and a journal as a user without rights in their folder, and prints the error of each.
// Root changes to another user first, because root may open everything. Started by database.slow.test.ts as:
// open-as-stranger FOLDER
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { openLibsqlJournal } from '../journal/libsql-journal.ts';

const [folder = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  process.setgid?.(65534);
  process.setuid?.(65534);
}
const print = (error: unknown) =>
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
await openDatabase(join(folder, 'openpit.db')).then(() => console.log('opened'), print);
await openLibsqlJournal({ folder }).then(() => console.log('opened'), print);
