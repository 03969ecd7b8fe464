// Reads text as bytes. libsql aborts the process on a stored text that is not UTF-8, and one damaged byte makes such a text, in a column of
// any type. A select is therefore wrapped, so that each text arrives as bytes and a last column marks the columns that are text. Decoding
// is done here.
import { isUtf8 } from 'node:buffer';
import { SqlError, SqlUsageError } from './sql.ts';
import { withoutSemicolon } from './statement-shape.ts';

/** One column of a result, as libsql describes it; the origin is null for an expression. */
export interface ResultColumn {
  readonly name: string;
  readonly table: string | null;
  readonly column: string | null;
}

/** The bits of an integer of JavaScript. */
const maxColumns = 31;

/** The kinds of statements that yield rows. Pragmas and plans yield SQLite's own words and not stored text. */
type Kind = 'select' | 'pragma' | 'other';

// Pragmas whose texts are names from the stored schema. As functions (`select … from pragma_table_info(…)`) they are wrapped.
const pragmasOfSchema =
  /^pragma\s+(?:\w+\.)?(?:foreign_key_check|table_\w+|index_\w+|foreign_key_list|collation_list|database_list)\b/i;

export function kindOfReader(sql: string): Kind {
  const start = sql.replace(/^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '');
  if (/^(?:select|with|values)\b/i.test(start)) return 'select';
  if (/^(?:pragma|explain)\b/i.test(start) && !pragmasOfSchema.test(start)) return 'pragma';
  return 'other';
}

/** The select that returns the same rows with each text as bytes. A further column says for `decodedRow` which values are texts. */
export function withTextAsBytes(sql: string, columns: number): string {
  if (columns > maxColumns) throw new SqlUsageError(`a result has at most ${maxColumns} columns`);
  const names = Array.from({ length: columns }, (_, index) => `c${index}`);
  const values = names.map(
    (name) => `case typeof(${name}) when 'text' then cast(${name} as blob) else ${name} end`,
  );
  const isText = names.map((name, index) => `((typeof(${name}) = 'text') << ${index})`);
  // Materialized, so that no column is computed more than once. The end of line ends a comment.
  return `with r(${names.join(', ')}) as materialized (${withoutSemicolon(sql)}\n) select ${values.join(', ')}, ${isText.join(' | ')} from r`;
}

/**
 * The values of a row of such a select, its texts decoded. Throws SqlError (SQLITE_CORRUPT) for a text that is not
 * UTF-8; `row` is its number in the result, from 1.
 */
export function decodedRow(
  values: readonly unknown[],
  columns: readonly ResultColumn[],
  row: number,
): unknown[] {
  const isText = Number(values[columns.length]);
  return columns.map((column, index) => {
    const value = values[index];
    if (((isText >>> index) & 1) === 0) return value;
    if (!(value instanceof Uint8Array) || !isUtf8(value)) throw notText(column, row);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8');
  });
}

function notText({ name, table, column }: ResultColumn, row: number): SqlError {
  const where = table === null ? name : `${table}.${column}`;
  return new SqlError(`the text of ${where} in row ${row} of the result is not UTF-8`, 'SQLITE_CORRUPT');
}
