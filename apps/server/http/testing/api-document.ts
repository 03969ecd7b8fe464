// Reads the OpenAPI document of the server: every call with the schemas of its input and the statuses of its replies. Tests that loop over
// it include each new call without being edited.
import { isRecord } from '@openpit/wire';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `null` for a call without a body. */
  readonly body: JsonSchema | null;
  /** The query as the schema of an object; null for a call without one. */
  readonly query: JsonSchema | null;
  /** The statuses that the document lists. */
  readonly statuses: readonly number[];
  readonly needsSignIn: boolean;
}

interface OperationObject {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
}

/** A copy with each reference replaced by its target. */
function withoutReferences(value: unknown, document: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, document));
  if (!isRecord(value)) return value;
  if (typeof value.$ref === 'string') {
    let target: unknown = document;
    for (const step of value.$ref.split('/').slice(1)) target = isRecord(target) ? target[step] : undefined;
    if (target === undefined) throw new Error(`${value.$ref} is not in the document.`);
    return withoutReferences(target, document);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, withoutReferences(property, document)]),
  );
}

/** `document`: the body of `/api/docs/json`. Throws for a document with features that this reader does not support. */
export function operationsOf(document: unknown): readonly Operation[] {
  if (!isRecord(document) || !isRecord(document.paths)) throw new Error('This is not an OpenAPI document.');
  return Object.entries(withoutReferences(document.paths, document) as object).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, OperationObject>).map(([method, operation]) => {
      const upper = method.toUpperCase();
      if (upper !== 'GET' && upper !== 'POST') throw new Error(`${method} ${path} is new to this reader.`);
      return {
        method: upper,
        path,
        body: operation.requestBody?.content['application/json'].schema ?? null,
        query: queryOf(path, operation.parameters ?? []),
        statuses: Object.keys(operation.responses).map(Number),
        needsSignIn: operation.security !== undefined,
      };
    }),
  );
}

function queryOf(path: string, parameters: NonNullable<OperationObject['parameters']>): JsonSchema | null {
  if (parameters.length === 0) return null;
  if (parameters.some((parameter) => parameter.in !== 'query'))
    throw new Error(`${path} has a parameter outside its query, which is new to this reader.`);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

export type FieldPath = readonly (string | number)[];

/** Every field of a schema with its path, including fields of objects and of list items. */
export function fieldsOf(
  schema: JsonSchema,
  path: FieldPath = [],
): { path: FieldPath; schema: JsonSchema }[] {
  const own = path.length === 0 ? [] : [{ path, schema }];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, [...path, name]),
  );
  const items = schema.items === undefined ? [] : fieldsOf(schema.items, [...path, 0]);
  return [...own, ...inside, ...items];
}
