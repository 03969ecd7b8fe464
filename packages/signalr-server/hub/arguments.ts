// Checks the arguments of a call against the contract before any of the hub's code sees them. What is wrong is said
// with the path of the field, in words for the caller.
import type { SchemaIssue, SchemaResult, StandardSchema } from '../standard-schema.ts';
import { BadArgumentsError } from './error-texts.ts';

const shownIssues = 3;
const shownCharacters = 200;

/**
 * The validated arguments, one for each schema: missing ones are validated as undefined, surplus ones left out. A
 * promise only if a schema is asynchronous. Throws (or rejects with) BadArgumentsError.
 */
export function parseArguments(
  schemas: readonly StandardSchema[],
  given: readonly unknown[],
): readonly unknown[] | Promise<readonly unknown[]> {
  const results = schemas.map((schema, index) => schema['~standard'].validate(given[index]));
  return results.some((result) => result instanceof Promise)
    ? Promise.all(results).then(valuesOf)
    : valuesOf(results as readonly SchemaResult<unknown>[]);
}

/** The validated value of something that `name` names. Throws (or rejects with) what `makeError` makes of its issues. */
export function parseValue(
  schema: StandardSchema,
  value: unknown,
  { name, makeError }: { name: string; makeError: (message: string) => Error },
): unknown {
  const validOf = (result: SchemaResult<unknown>) => {
    if (result.issues === undefined) return result.value;
    throw makeError(describeIssues(result.issues.map((issue) => describeIssue(name, issue))));
  };
  const result = schema['~standard'].validate(value);
  return result instanceof Promise ? result.then(validOf) : validOf(result);
}

function valuesOf(results: readonly SchemaResult<unknown>[]): readonly unknown[] {
  const problems: string[] = [];
  const values: unknown[] = [];
  for (const [index, result] of results.entries()) {
    if (result.issues === undefined) values.push(result.value);
    else for (const issue of result.issues) problems.push(describeIssue(`Argument ${index + 1}`, issue));
  }
  if (problems.length > 0) throw new BadArgumentsError(describeIssues(problems));
  return values;
}

function describeIssues(problems: readonly string[]): string {
  const more = problems.length - shownIssues;
  const shown = problems.slice(0, shownIssues).join('; ');
  return more > 0 ? `${shown}; and ${more} more.` : shown;
}

/** `Argument 2 at rows[3].price: …` */
function describeIssue(name: string, issue: SchemaIssue): string {
  const path = describePath(issue);
  const place = path === '' ? name : `${name} at ${path}`;
  return `${place}: ${issue.message.slice(0, shownCharacters)}`;
}

function describePath(issue: SchemaIssue): string {
  let path = '';
  for (const segment of issue.path ?? []) {
    const key = typeof segment === 'object' ? segment.key : segment;
    if (typeof key === 'number') path += `[${key}]`;
    else path += path === '' ? String(key) : `.${String(key)}`;
  }
  return path.slice(0, shownCharacters);
}
