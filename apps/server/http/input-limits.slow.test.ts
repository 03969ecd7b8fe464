// Every field of every call limits the size and the nesting of its value, even inside JSON text. The calls and their fields come from the
// OpenAPI document.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder, withoutLimits } from '../testing/server-in-a-folder.ts';
import { fieldsOf, type JsonSchema, type Operation, operationsOf } from './testing/api-document.ts';
import { nestedText, withValueAt } from './testing/json-values.ts';
import { valuesOf } from './testing/schema-values.ts';

let server: ServerInAFolder;
let token: string;
let operations: readonly Operation[];
beforeAll(async () => {
  server = await serverInAFolder({ limits: withoutLimits });
  token = await server.signIn('thandi@kand.example');
  operations = operationsOf((await server.get('/api/docs/json')).body);
});
afterAll(() => server.close());

const example = (schema: JsonSchema): unknown => fc.sample(valuesOf(schema), { seed: 1, numRuns: 1 })[0];
const named = ({ method, path }: Operation) => `${method} ${path}`;

/** The errors of a reply to bad input, by path; the reply itself, if it is another. */
async function errorsOf(operation: Operation, place: 'body' | 'query', input: string): Promise<object> {
  const { method, path } = operation;
  const request =
    place === 'body'
      ? { url: path, payload: input, headers: { 'content-type': 'application/json' } }
      : { url: `${path}?${input}` };
  const reply = await server.call({ ...request, method, token });
  return reply.status === 400 ? (reply.body as { errors: object }).errors : reply;
}

describe('the OpenAPI document', () => {
  it('has calls with bodies, calls with queries, and fields inside lists and objects', () => {
    const bodies = operations.flatMap(({ body }) => body ?? []);
    const depths = new Set(bodies.flatMap((body) => fieldsOf(body).map(({ path }) => path.length)));
    expect(operations.length).toBeGreaterThan(40);
    expect(bodies.length).toBeGreaterThan(20);
    expect(operations.filter(({ query }) => query !== null).length).toBeGreaterThan(8);
    expect([...depths].sort()).toEqual([1, 2, 3]);
  });

  it('states the maximum length of every text and every list that a call accepts', () => {
    const unlimited = operations.flatMap((operation) =>
      [operation.body, operation.query].flatMap((schema) =>
        (schema === null ? [] : fieldsOf(schema))
          .filter(({ schema: field }) =>
            field.type === 'array'
              ? field.maxItems === undefined
              : field.type === 'string' && field.enum === undefined && field.maxLength === undefined,
          )
          .map(({ path }) => `${named(operation)} ${path.join('.')}`),
      ),
    );
    expect(unlimited).toEqual([]);
  });

  it('lists the reply to bad input for every call that has input', () => {
    const silent = operations.filter(
      ({ body, query, statuses }) => (body !== null || query !== null) && !statuses.includes(400),
    );
    expect(silent.map(named)).toEqual([]);
  });
});

describe('bad input in any field of any call is rejected with the path of the field', () => {
  const faults: readonly (readonly [what: string, json: string])[] = [
    ['JSON text that is nested 6,000 deep', JSON.stringify(nestedText(6_000))],
    [
      'JSON text with objects nested 65 deep, between spaces',
      JSON.stringify(`${' '.repeat(2_000)}${'{"a":'.repeat(65)}1${'}'.repeat(65)}`),
    ],
    ['a value that is nested 6,000 deep', nestedText(6_000)],
    ['100,000 characters', JSON.stringify('x'.repeat(100_000))],
  ];
  const marker = '"the fault"';

  it.each(faults)('names the path in a body: %s', async (_what, json) => {
    const accepted: unknown[] = [];
    for (const operation of operations) {
      const { body } = operation;
      for (const { path } of body === null ? [] : fieldsOf(body)) {
        const input = JSON.stringify(withValueAt(example(body as JsonSchema), path, JSON.parse(marker)));
        const errors = await errorsOf(
          operation,
          'body',
          input.replace(marker, () => json),
        );
        const isNamed = Object.keys(errors).some((key) => `${key}.`.startsWith(`${path.join('.')}.`));
        if (!isNamed) accepted.push([named(operation), path.join('.'), errors]);
      }
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['text that is nested 6,000 deep', nestedText(3_000)],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('names the path in a query: %s', async (_what, text) => {
    const accepted: unknown[] = [];
    for (const operation of operations) {
      const { query } = operation;
      for (const { path } of query === null ? [] : fieldsOf(query)) {
        const input = withValueAt(example(query as JsonSchema), path, text) as Record<string, string>;
        const errors = await errorsOf(operation, 'query', new URLSearchParams(input).toString());
        if (!Object.hasOwn(errors, path.join('.'))) accepted.push([named(operation), path.join('.'), errors]);
      }
    }
    expect(accepted).toEqual([]);
  });
});

describe('the words of an error', () => {
  // The messages of the schema library name its types and are meant for its own users.
  const ofLibrary = /\b(invalid input|expected|received|too (small|big)|unrecognized|undefined)\b/i;

  it.each(['null', '[]', '{}', '"x"', '-0.5', '""', '[null]'])(
    'are for people, even for a field without a message: %s',
    async (json) => {
      const wrong: unknown[] = [];
      const check = (operation: Operation, errors: object) => {
        if (ofLibrary.test(JSON.stringify(Object.values(errors)))) wrong.push([named(operation), errors]);
      };
      for (const operation of operations) {
        const { body, query } = operation;
        const value: unknown = JSON.parse(json);
        if (body !== null) {
          check(operation, await errorsOf(operation, 'body', json));
          for (const { path } of fieldsOf(body)) {
            const input = JSON.stringify(withValueAt(example(body), path, value));
            check(operation, await errorsOf(operation, 'body', input));
          }
        }
        for (const { path } of query === null ? [] : fieldsOf(query)) {
          const input = { ...(example(query as JsonSchema) as object), [path.join('.')]: json.slice(1) };
          check(operation, await errorsOf(operation, 'query', String(new URLSearchParams(input))));
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('a complete body', () => {
  it.each([
    ['that is nested 60,000 deep', nestedText(60_000)],
    ['that is a list nested in a list', '[[]]'],
    ['that is null', 'null'],
  ])('%s is rejected by every call', async (_what, json) => {
    for (const operation of operations.filter(({ body }) => body !== null))
      expect(await errorsOf(operation, 'body', json), named(operation)).toHaveProperty('body');
  });
});

describe('a field that a call does not have', () => {
  it.each(['more', 'constructor', 'toString', 'hasOwnProperty'])(
    'is named in the reply: %s',
    async (name) => {
      for (const operation of operations) {
        const { body, query } = operation;
        const unknown = [name, ['There is no such field.']];
        if (body !== null) {
          const input = JSON.stringify(withValueAt(example(body), [name], 1));
          expect(Object.entries(await errorsOf(operation, 'body', input)), named(operation)).toContainEqual(
            unknown,
          );
        }
        if (query !== null) {
          const input = new URLSearchParams(
            withValueAt(example(query), [name], '1') as Record<string, string>,
          );
          const errors = await errorsOf(operation, 'query', String(input));
          expect(Object.entries(errors), named(operation)).toContainEqual(unknown);
        }
      }
    },
  );
});

describe('a body with thousands of fields', () => {
  it('is rejected by every call before it is read', async () => {
    const input = `{"a":{${Array.from({ length: 10_000 }, (_, at) => `"b${at}":1`)}}}`;
    for (const operation of operations.filter(({ body }) => body !== null)) {
      expect(await errorsOf(operation, 'body', input), named(operation)).toEqual({
        a: ['An object has at most 200 fields.'],
      });
      expect(await errorsOf(operation, 'body', input.slice(5, -1)), named(operation)).toEqual({
        body: ['An object has at most 200 fields.'],
      });
    }
  });

  it('is rejected inside the text of a document, too', async () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join();
    const create = (userLayoutJson: string) =>
      server.post('/api/UserSettings/CreateUserLayout', { userId: 'thandi', userLayoutJson }, token);
    expect((await create(`{${fields}}`)).body).toMatchObject({
      errors: { userLayoutJson: ['An object has at most 200 fields.'] },
    });
    expect((await create(`{"columns":[{"props":{${fields}}}]}`)).body).toMatchObject({
      errors: { 'userLayoutJson.columns.0.props': ['An object has at most 200 fields.'] },
    });
  });

  it('names the first hundred paths of a thousand faults', async () => {
    const [cumulate] = operations.filter(({ path }) => path.endsWith('/CumulateDeal'));
    const dealSeqs = Array.from({ length: 1_000 }, () => 'x');
    const errors = await errorsOf(
      cumulate as Operation,
      'body',
      JSON.stringify({ requestId: 'r', dealSeqs }),
    );
    expect(Object.keys(errors)).toEqual(Array.from({ length: 100 }, (_, at) => `dealSeqs.${at}`));
  });
});

describe('a body that readers may understand differently', () => {
  it('is rejected by every call, with the path of the field that is given twice', async () => {
    const marker = '"the fault"';
    const accepted: unknown[] = [];
    for (const operation of operations) {
      const { body } = operation;
      for (const { path } of body === null ? [] : fieldsOf(body)) {
        const name = path.at(-1);
        if (typeof name !== 'string') continue;
        const input = JSON.stringify(withValueAt(example(body as JsonSchema), path, 'the fault'));
        const twice = input.replace(marker, () => `[],"\\u${hexOf(name)}${name.slice(1)}" : 1`);
        const errors = await errorsOf(operation, 'body', twice);
        if (JSON.stringify(errors) !== JSON.stringify({ [path.join('.')]: [givenTwice] }))
          accepted.push([named(operation), path.join('.'), errors]);
      }
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['{"a":{"b":1,"b":2}}', 'a.b'],
    ['{"a":[{"b":1},{"b":{},"c":"\\"","b":[]}]}', 'a.1.b'],
    ['{"a\\\\":1,"b":[":",","],"a\\\\":2}', 'a\\'],
    ['{"":1,"":1}', ''],
    ['{"a":1,"a":2,"b', 'a'],
  ])('is rejected wherever the second is: %s', async (json, path) => {
    const [login] = operations.filter(({ path }) => path.endsWith('/login'));
    expect(await errorsOf(login as Operation, 'body', json)).toEqual({ [path]: [givenTwice] });
  });

  it('is rejected inside the text of a document', async () => {
    const userLayoutJson = '{"name":"Mine","columns":[],"name":"Yours"}';
    const reply = await server.post(
      '/api/UserSettings/CreateUserLayout',
      { userId: 'thandi', userLayoutJson },
      token,
    );
    expect(reply).toMatchObject({ status: 400, body: { errors: { 'userLayoutJson.name': [givenTwice] } } });
  });

  it('is rejected if it is not UTF-8', async () => {
    const payload = Buffer.from('{"requestId":"r","contract":"Z\u00fcrich"}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const reply = await server.call({
      method: 'POST',
      url: '/api/Orders/InsertOrder',
      payload,
      headers,
      token,
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { errors: { body: ['The body is not UTF-8. Send JSON in this encoding.'] } },
    });
  });
});

const givenTwice = 'This field is given twice. Give it once.';
const hexOf = (text: string) => text.charCodeAt(0).toString(16).padStart(4, '0');

it('text that a database cannot store is rejected by every text field of a query', async () => {
  for (const operation of operations)
    for (const { path } of operation.query === null ? [] : fieldsOf(operation.query)) {
      const input = withValueAt(example(operation.query as JsonSchema), path, 'a\u0000') as Record<
        string,
        string
      >;
      const errors = await errorsOf(operation, 'query', String(new URLSearchParams(input)));
      expect(errors, named(operation)).toHaveProperty([path.join('.')]);
    }
});
