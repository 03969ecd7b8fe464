// Binds every value that the guard must reject, first through the adapter, then through Kysely on top of
// it, and prints one line for each. Run by libsql.slow.test.ts in a separate process, which bare libsql would
// abort.
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { openLibsql } from '../database/libsql.ts';

const badValues: Record<string, unknown> = {
  true: true,
  false: false,
  undefined: undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  'a large integer': 2 ** 60,
  'a huge bigint': 2n ** 63n,
  'a Date': new Date(0),
  'an object': { a: 1 },
  'an array': [1],
  'a Map': new Map(),
  'a symbol': Symbol('x'),
  'a function': () => 1,
  'an ArrayBuffer': new ArrayBuffer(2),
  'a Uint16Array': new Uint16Array(2),
  'text with NUL': 'a\0b',
  'half a surrogate pair': '\ud800',
};

function said(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `not an Error: ${String(error)}`;
}

const database = openLibsql(':memory:');
const statement = database.prepare('select ? as a, ? as b');
// Calls the statement with values of unknown type, as Kysely's driver does.
const bind: (parameters: readonly unknown[]) => unknown = (parameters) =>
  Reflect.apply(statement.all, statement, [parameters]);
const kysely = new Kysely<Record<string, never>>({ dialect: new SqliteDialect({ database }) });

for (const [name, value] of Object.entries(badValues)) {
  try {
    console.log(JSON.stringify({ through: 'adapter', name, said: `accepted ${String(bind([1, value]))}` }));
  } catch (error) {
    console.log(JSON.stringify({ through: 'adapter', name, said: said(error) }));
  }
  try {
    await kysely.executeQuery(CompiledQuery.raw('select ? as a, ? as b', [1, value]));
    console.log(JSON.stringify({ through: 'kysely', name, said: 'accepted' }));
  } catch (error) {
    console.log(JSON.stringify({ through: 'kysely', name, said: said(error) }));
  }
}
for (const [name, parameters] of Object.entries({
  'a lone Buffer': Buffer.from([1]),
  'a lone Date': new Date(0),
  'a lone boolean': true,
})) {
  try {
    Reflect.apply(statement.all, statement, [parameters]);
    console.log(JSON.stringify({ through: 'adapter', name, said: 'accepted' }));
  } catch (error) {
    console.log(JSON.stringify({ through: 'adapter', name, said: said(error) }));
  }
}
console.log(
  JSON.stringify({
    through: 'adapter',
    name: 'still alive',
    said: JSON.stringify(statement.get([1, 'yes'])),
  }),
);
