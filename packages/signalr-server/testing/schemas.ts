// Handwritten schemas for the contracts of tests. The package depends on no schema library.
import type { SchemaIssue, SchemaResult, StandardSchema } from '../standard-schema.ts';

type Path = NonNullable<SchemaIssue['path']>;
type Check = (value: unknown, path: Path) => SchemaIssue | null;

function schema<T>(check: Check): StandardSchema<T> {
  const validate = (value: unknown): SchemaResult<T> => {
    const issue = check(value, []);
    return issue === null ? { value: value as T } : { issues: [issue] };
  };
  return { '~standard': { version: 1, vendor: 'tests', validate } };
}

const isText: Check = (value, path) =>
  typeof value === 'string' ? null : { message: 'expected a string', path };
const isNumber: Check = (value, path) =>
  typeof value === 'number' ? null : { message: 'expected a number', path };

export const text = schema<string>(isText);
export const number = schema<number>(isNumber);
export const anything = schema<unknown>(() => null);

export const texts = schema<string[]>((value, path) => {
  if (!Array.isArray(value)) return { message: 'expected an array', path };
  for (const [i, item] of value.entries()) {
    const issue = isText(item, [...path, i]);
    if (issue !== null) return issue;
  }
  return null;
});

interface Priced {
  readonly name: string;
  readonly price: number;
}

/** A schema whose issues have path segments that are objects, which the standard allows. */
export const pricedRows = schema<{ rows: Priced[] }>((value) => {
  const rows = (value as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(rows)) return { message: 'expected an array', path: [{ key: 'rows' }] };
  for (const [i, row] of rows.entries()) {
    const issue = isNumber((row as Priced).price, [{ key: 'rows' }, { key: i }, { key: 'price' }]);
    if (issue !== null) return issue;
  }
  return null;
});

/** An asynchronous schema, such as a schema that queries a database. It returns the text in upper case. */
export const asyncText: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'tests',
    validate: async (value) =>
      typeof value === 'string'
        ? { value: value.toUpperCase() }
        : { issues: [{ message: 'expected a string' }] },
  },
};
