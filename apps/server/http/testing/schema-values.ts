// Generates values that a schema of the OpenAPI document accepts. Checks that the document cannot express, such as the decimals
// of a price, are not met always.
import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './api-document.ts';

/** Values that fit the market, by the name of their field: contracts, numbers of orders, … */
export type KnownValues = Readonly<Record<string, Arbitrary<unknown>>>;

/** Values of the schema; `known` instead of random ones for fields of these names. */
export function valuesOf(schema: JsonSchema, known: KnownValues = {}): Arbitrary<unknown> {
  if (schema.nullable === true)
    return fc.oneof(
      { arbitrary: valuesOf({ ...schema, nullable: false }, known), weight: 4 },
      fc.constant(null),
    );
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, known)));
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
    const values = valuesOf(schema, known);
    const fitting = Object.hasOwn(known, name) ? known[name] : undefined;
    fields[name] = fitting === undefined ? values : fc.oneof({ arbitrary: fitting, weight: 9 }, values);
  }
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
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
