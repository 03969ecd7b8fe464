// Validates the arguments of an invocation against the contract before any hub code sees them. An error text
// names the path of each invalid field.
import type { SchemaIssue, SchemaResult, StandardSchema } from '../standard-schema.ts';
import { InvalidArgumentsError } from './error-texts.ts';

const maxIssuesShown = 3;
const maxCharactersShown = 200;

/**
 * Returns the validated arguments, one per schema. Missing arguments are validated as undefined, surplus ones
 * are ignored. Returns a promise only if a schema is asynchronous. Throws (or rejects with)
 * InvalidArgumentsError.
 */
export function validateArguments(
  schemas: readonly StandardSchema[],
  values: readonly unknown[],
): readonly unknown[] | Promise<readonly unknown[]> {
  const results = schemas.map((schema, index) => schema['~standard'].validate(values[index]));
  return results.some((result) => result instanceof Promise)
    ? Promise.all(results).then(valuesOf)
    : valuesOf(results as readonly SchemaResult<unknown>[]);
}

/**
 * Returns the validated value. Returns a promise only if the schema is asynchronous. Throws (or rejects with)
 * the error that `makeError` returns for the issues; `name` is the name of the value in the error text.
 */
export function validateValue(
  schema: StandardSchema,
  value: unknown,
  { name, makeError }: { name: string; makeError: (message: string) => Error },
): unknown {
  const valueOrThrow = (result: SchemaResult<unknown>) => {
    if (result.issues === undefined) return result.value;
    throw makeError(joinProblems(result.issues.map((issue) => describeIssue(name, issue))));
  };
  const result = schema['~standard'].validate(value);
  return result instanceof Promise ? result.then(valueOrThrow) : valueOrThrow(result);
}

function valuesOf(results: readonly SchemaResult<unknown>[]): readonly unknown[] {
  const problems: string[] = [];
  const values: unknown[] = [];
  for (const [index, result] of results.entries()) {
    if (result.issues === undefined) values.push(result.value);
    else for (const issue of result.issues) problems.push(describeIssue(`Argument ${index + 1}`, issue));
  }
  if (problems.length > 0) throw new InvalidArgumentsError(joinProblems(problems));
  return values;
}

function joinProblems(problems: readonly string[]): string {
  const more = problems.length - maxIssuesShown;
  const shown = problems.slice(0, maxIssuesShown).join('; ');
  return more > 0 ? `${shown}; and ${more} more.` : shown;
}

/** `Argument 2 at rows[3].price: …` */
function describeIssue(name: string, issue: SchemaIssue): string {
  const path = describePath(issue);
  const place = path === '' ? name : `${name} at ${path}`;
  return `${place}: ${issue.message.slice(0, maxCharactersShown)}`;
}

function describePath(issue: SchemaIssue): string {
  let path = '';
  for (const segment of issue.path ?? []) {
    const key = typeof segment === 'object' ? segment.key : segment;
    if (typeof key === 'number') path += `[${key}]`;
    else path += path === '' ? String(key) : `.${String(key)}`;
  }
  return path.slice(0, maxCharactersShown);
}
