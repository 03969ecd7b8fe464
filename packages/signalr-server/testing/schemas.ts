// Validators by hand for the tests' contracts: this package knows schemas only by their Standard Schema interface.
import type { SchemaIssue, SchemaResult, StandardSchema } from '../standard-schema.ts';

type Path = NonNullable<SchemaIssue['path']>;

function schema<T>(check: (value: unknown, path: Path) => SchemaIssue | null): StandardSchema<T> {
  const validate = (value: unknown): SchemaResult<T> => {
    const issue = check(value, []);
    return issue === null ? { value: value as T } : { issues: [issue] };
  };
  return { '~standard': { version: 1, vendor: 'tests', validate } };
}

type Check = (value: unknown, path: Path) => SchemaIssue | null;

const isText: Check = (value, path) =>
  typeof value === 'string' ? null : { message: 'expected a text', path };
const isNumber: Check = (value, path) =>
  typeof value === 'number' ? null : { message: 'expected a number', path };

export const text = schema<string>(isText);
export const number = schema<number>(isNumber);
export const anything = schema<unknown>(() => null);

export const texts = schema<string[]>((value, path) => {
  if (!Array.isArray(value)) return { message: 'expected a list', path };
  for (const [i, item] of value.entries()) {
    const issue = isText(item, [...path, i]);
    if (issue !== null) return issue;
  }
  return null;
});

export interface Priced {
  readonly name: string;
  readonly price: number;
}

/** Issues hold path segments as objects, which the standard allows as well. */
export const pricedRows = schema<{ rows: Priced[] }>((value) => {
  const rows = (value as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(rows)) return { message: 'expected a list', path: [{ key: 'rows' }] };
  for (const [i, row] of rows.entries()) {
    const issue = isNumber((row as Priced).price, [{ key: 'rows' }, { key: i }, { key: 'price' }]);
    if (issue !== null) return issue;
  }
  return null;
});

/** Answers only after a while, as a schema that asks a database would. */
export const slowText: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'tests',
    validate: async (value) =>
      typeof value === 'string'
        ? { value: value.toUpperCase() }
        : { issues: [{ message: 'expected a text' }] },
  },
};
