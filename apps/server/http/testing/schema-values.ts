// Generates values that a schema of the OpenAPI document accepts. Checks that the document cannot express, such as the decimals
// of a price, are not met always.
import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './api-document.ts';

/** Values that fit the market, by the name of their field: contracts, numbers of orders, … */
export interface KnownValues {
  readonly values: Readonly<Record<string, Arbitrary<unknown>>>;
  /** Optional fields that are mostly omitted. All other fields with known values are always present. */
  readonly rare: readonly string[];
}

const noneKnown: KnownValues = { values: {}, rare: [] };

/** Values of the schema; `known` instead of random ones for fields of these names. */
export function valuesOf(schema: JsonSchema, known = noneKnown): Arbitrary<unknown> {
  if (schema.nullable === true)
    return fc.oneof(
      { arbitrary: valuesOf({ ...schema, nullable: false }, known), weight: 4 },
      fc.constant(null),
    );
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((jsonSchema) => valuesOf(jsonSchema, known)));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, known);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema;
      return fc.array(valuesOf(items, known), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      });
    }
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return fc
        .integer({ min: Math.ceil((schema.minimum ?? 0) * 5), max: Math.floor((schema.maximum ?? 1000) * 5) })
        .map((fifths) => fifths / 5);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectsOf(
  { properties = {}, required = [] }: JsonSchema,
  known: KnownValues,
): Arbitrary<Record<string, unknown>> {
  const fields: Record<string, Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const random = valuesOf(schema, known);
    const fitting = Object.hasOwn(known.values, name) ? known.values[name] : undefined;
    const values = fitting === undefined ? random : fc.oneof({ arbitrary: fitting, weight: 20 }, random);
    // A field that is undefined is in no JSON text.
    const isRare = known.rare.includes(name) && !required.includes(name);
    fields[name] = isRare ? fc.oneof({ arbitrary: fc.constant(undefined), weight: 7 }, values) : values;
  }
  const requiredKeys = [
    ...required,
    ...Object.keys(fields).filter((name) => Object.hasOwn(known.values, name)),
  ];
  return fc.record(fields, { requiredKeys: [...new Set(requiredKeys)], noNullPrototype: true });
}

function stringsOf({ pattern, minLength = 0, maxLength = 40 }: JsonSchema): Arbitrary<string> {
  if (pattern === String.raw`^\d{4}-\d{2}-\d{2}$`)
    return fc
      .date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const unit =
    pattern === String.raw`^[\x21-\x7e]+$`
      ? fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
      : 'binary';
  return fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 40) });
}
