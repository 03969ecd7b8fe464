// Opens a database and a journal as a user without rights in their folder, and prints what each says. Root gives up its
// rights first, because nothing is closed to root. Started by database.test.ts as: open-as-stranger FOLDER
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { openLibsqlJournal } from '../journal/libsql-journal.ts';

const [folder = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  process.setgid?.(65534);
  process.setuid?.(65534);
}
const said = (error: unknown) =>
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
await openDatabase(join(folder, 'openpit.db')).then(() => console.log('opened'), said);
await openLibsqlJournal({ folder }).then(() => console.log('opened'), said);
