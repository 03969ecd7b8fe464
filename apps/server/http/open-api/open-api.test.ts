// The OpenAPI document, as programs read it that generate clients from it.

import { userReads } from '@openpit/wire';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';
import { fieldDescriptions, inSchema } from './field-descriptions.ts';
import type { OpenApiDocument } from './open-api.ts';

let server: ServerInAFolder;
let document: OpenApiDocument;
beforeAll(async () => {
  server = await serverInAFolder();
  document = (await server.get('/api/docs/json')).body as OpenApiDocument;
});
afterAll(() => server.close());

type Node = Readonly<Record<string, unknown>>;
/** Each object of the document with its location. */
function* nodes(value: unknown, place: string): Generator<readonly [node: Node, place: string]> {
  if (typeof value !== 'object' || value === null) return;
  yield [value as Node, place];
  for (const [name, child] of Object.entries(value)) yield* nodes(child, `${place}/${name}`);
}
const everyOperation = () =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.values(operations).map((operation) => ({ path, ...operation })),
  );
const schema = (name: string) => document.components.schemas[name];

it('has no finding by the recommended rules of redocly', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer].join(' ')),
  ).toEqual([]);
});

it('describes every field and every parameter, and nothing that does not exist', () => {
  const fields = new Set<string>();
  const without: string[] = [];
  for (const [{ properties }, place] of nodes(document.components.schemas, ''))
    for (const [field, value] of Object.entries((properties ?? {}) as Record<string, Node>)) {
      fields.add(field);
      if (value.$ref === undefined && (value.description ?? '') === '') without.push(`${place} ${field}`);
    }
  for (const { path, parameters = [] } of everyOperation())
    for (const { name, description = '' } of parameters) {
      fields.add(name);
      if (description === '') without.push(`${path} ${name}`);
    }
  expect(without).toEqual([]);
  expect(Object.keys(fieldDescriptions).filter((field) => !fields.has(field))).toEqual([]);
  const texts = JSON.stringify(document);
  for (const [place, text] of Object.entries(inSchema)) {
    expect(schema(place.split('.')[0] ?? ''), place).toBeDefined();
    expect(texts, place).toContain(JSON.stringify(text));
  }
});

it.each([
  ['price', 'rand per ton'],
  ['volatility', 'percent a year'],
  ['qty', 'Lots'],
  ['time', 'Epoch milliseconds'],
  ['value', 'in rand'],
  ['tons', 'Tons'],
  ['businessDay', 'YYYY-MM-DD'],
])('gives the unit of %s: %s', (field, unit) => {
  const described = [...nodes(document.components.schemas, '')].flatMap(([{ properties }]) => {
    const { [field]: schema } = (properties ?? {}) as Record<string, { readonly description?: string }>;
    return schema?.description ?? [];
  });
  expect(described.length).toBeGreaterThan(0);
  for (const text of described) expect(text).toContain(unit);
});

it('has a summary and a unique operation id for each call', () => {
  const ids = everyOperation().map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('insertOrder');
  expect(ids).toContain('ordersByRequestId');
  expect(ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id ?? ''))).toBe(true);
});

it('lists the replies that any call can have, with the headers of the limits', () => {
  for (const { path, requestBody, responses, security } of everyOperation()) {
    const wanted = ['400', '500', '503', ...(requestBody === undefined ? [] : ['413', '415'])];
    for (const status of wanted) expect(Object.keys(responses), path).toContain(status);
    if (security === undefined) continue;
    expect(Object.keys(responses[429]?.headers ?? {}), path).toEqual([
      'Retry-After',
      'RateLimit-Policy',
      'RateLimit',
    ]);
    expect(Object.keys(responses[200]?.headers ?? {}), path).toContain('RateLimit');
  }
});

it('describes the actual replies: too large, no JSON', async () => {
  const token = await server.signIn('thandi@kand.example');
  const url = '/api/Orders/InsertOrder';
  const large = { requestId: 'x'.repeat(200_000) };
  expect(await server.post(url, large, token)).toMatchObject({ status: 413, body: { code: 'tooLarge' } });
  const headers = { 'content-type': 'text/plain' };
  expect(await server.call({ method: 'POST', url, payload: 'x', headers, token })).toMatchObject({
    status: 415,
    body: { code: 'wrongContentType' },
  });
});

it('shares one component for a schema of several calls, and contains no unused component', () => {
  const uses = new Map<string, number>();
  for (const [{ $ref }] of nodes(document, ''))
    if (typeof $ref === 'string') uses.set($ref, (uses.get($ref) ?? 0) + 1);
  const usesOf = (name: string) => uses.get(`#/components/schemas/${name}`) ?? 0;
  for (const name of Object.keys(document.components.schemas)) expect(usesOf(name), name).toBeGreaterThan(0);
  for (const name of [
    'OrderActionBody',
    'OrderReply',
    'DealsReply',
    'UnmatchedDealReply',
    'StoredPreference',
  ])
    expect(usesOf(name), name).toBeGreaterThan(2);
});

it('has patterns that JavaScript and Python read alike', () => {
  const patterns = [...nodes(document, '')].flatMap(([{ pattern }]) =>
    typeof pattern === 'string' ? [pattern] : [],
  );
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of new Set(patterns)) {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    // Classes by property, named groups and look-behinds are written differently, or are missing, in other languages.
    expect(pattern).not.toMatch(/\\[pPk]|\(\?[<P]/);
  }
  const text = new RegExp(patterns.find((pattern) => pattern.includes('ud800')) ?? '', 'u');
  expect(['Łódź €1 🌽', 'a\tb', 'a\u0085', '\ud83c'].map((sample) => text.test(sample))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('lists all fields of past deals and past orders', async () => {
  const fieldsOf = (name: string) => Object.keys(schema(name)?.properties ?? {});
  expect(fieldsOf('PastDeal')).toHaveLength(27);
  expect(fieldsOf('PastDeal')).toEqual(
    expect.arrayContaining([
      'matchSeq',
      'value',
      'activeOrderSeq',
      'counterparty',
      'origin',
      'fee',
      'changes',
    ]),
  );
  expect(fieldsOf('PastOrder')).toHaveLength(23);
  expect(document.paths[userReads.historyDeals.path]).toBeDefined();
});
