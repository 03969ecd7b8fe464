// Completes the OpenAPI document that @fastify/swagger generates from the routes: operation ids, a description of every field,
// the replies that any call can have, and one component for each shared schema. Clients are generated from it.
import { fieldDescriptions, inSchema } from './field-descriptions.ts';

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  type?: string;
}
type Content = Record<string, { schema: Schema }>;
interface Header {
  readonly description: string;
  readonly schema: { readonly type: string };
}
interface Reply {
  description: string;
  content?: Content;
  headers?: Record<string, Header>;
}
interface Operation {
  operationId?: string;
  tags?: string[];
  parameters?: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, Reply>;
  security?: unknown[];
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  tags?: { name: string; description: string }[];
}

/** The names of schemas that several calls share, by the name that the first of these calls would give them. */
const sharedNames: Readonly<Record<string, string>> = {
  LoginReply: 'SignInReply',
  InsertOrderReply: 'OrderReply',
  InsertDoubleOrderReply: 'DoubleOrderReply',
  DeleteActiveOrderBody: 'OrderActionBody',
  EditSuspendOrderBody: 'ChangeOrderBody',
  CancelAllActiveOrdersBody: 'AllOrdersBody',
  CancelAllActiveOrdersReply: 'AllOrdersReply',
  SplitDealReply: 'DealsReply',
  AssignDealToMemberReply: 'UnmatchedDealReply',
  TenderSiloCertReply: 'SiloTenderReply',
  InsertSiloCertAuctionBidReply: 'SiloBidReply',
  GetUserPreferenceReply: 'StoredPreference',
  CreateUserLayoutReply: 'StoredLayout',
  DeleteUserPreferenceByUserIdReply: 'DeletedReply',
  GetAllSiloOwnersReply: 'CodesAndNames',
};

/** The names of schemas within others, by schema and field. */
const nestedNames: Readonly<Record<string, string>> = {
  'HistoryCandlesReply.rows': 'Candle',
  'HistoryTimeAndSalesReply.rows': 'DealPrint',
  'HistoryDealsReply.rows': 'PastDeal',
  'HistoryOrdersReply.rows': 'PastOrder',
  'HistoryDataSetReply.rows': 'PastRow',
  'GetClientSettingsReply.exchangeDay.groups': 'GroupPhase',
};

const statusDescriptions: Readonly<Record<string, string>> = {
  200: 'Done.',
  400: 'The request cannot be understood. `errors` names each field.',
  401: 'There is no session, or it has ended.',
  403: 'The user may not do this.',
  404: 'There is nothing of this name.',
  409: 'It contradicts what was done before.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or its Content-Type is not application/json.',
  422: 'The market, or the server, rejects it. Nothing has changed.',
  429: 'The user, or the address, is beyond a limit. Nothing has changed. Try again after `Retry-After` seconds.',
  500: 'The server has a fault, which it has logged.',
  503: 'The server cannot do it now. `code` says whether anything was done. Try again after `Retry-After` seconds.',
};

const tagDescriptions: Readonly<Record<string, string>> = {
  authenticate: 'Signing in and out, sessions and passwords.',
  clearing: 'Margins of what the accounts of the member hold.',
  deals: 'Commands on deals.',
  history: 'Candles, past deals and past orders.',
  'market data': 'Phases of the exchange day.',
  options: 'Strikes, exercise and abandonment.',
  orders: 'Commands on orders. Each has a request id and is carried out once.',
  reports: 'Reports of a business day as CSV files.',
  silo: 'Silo certificates and their delivery.',
  'static data': 'Members, contracts, prices, announcements and settings of the browser.',
  twoFactorAuth: 'The second factor: one-time passwords and recovery codes.',
  'unmatched deals': 'Commands on deals that members report to each other.',
  'user settings': 'Preferences and layouts.',
};

const retryAfter: Record<string, Header> = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};
const rateLimits: Record<string, Header> = {
  'RateLimit-Policy': {
    description: 'The budgets of the call: `q` calls or bytes in `w` seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of each budget (`r`), and in how many seconds it grows (`t`).',
    schema: { type: 'string' },
  },
};

/**
 * Returns `InsertOrder` for /api/Orders/InsertOrder. If several areas have the name, the area
 * precedes it. The first letter is in lower case.
 */
function operationIdOf(path: string): string {
  const [, , area = '', ...rest] = path.split('/');
  const name = rest.join('');
  const isShared = name === 'ByRequestId' || area === 'History' || area === 'Reports';
  const id = isShared ? `${area}${name}` : name;
  return id.charAt(0).toLowerCase() + id.slice(1);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function completedDocument<Document extends object>(document: Document): Document {
  const { paths, ...rest } = structuredClone(document) as unknown as OpenApiDocument;
  const components: Record<string, Schema> = {};
  /** Names by the text of the schema. */
  const names = new Map<string, string>();

  /** A reference to the component of a schema, which is made for the first type. */
  const component = (schema: Schema, preferredName: string): Schema => {
    const text = JSON.stringify(schema);
    const knownName = names.get(text);
    if (knownName !== undefined) return refTo(knownName);
    const name = sharedNames[preferredName] ?? preferredName;
    if (components[name] !== undefined) throw new Error(`Two schemas would be called ${name}.`);
    names.set(text, name);
    components[name] = schema;
    return refTo(name);
  };
  const jsonOf = (content: Content | undefined) => content?.['application/json'];
  const tags = new Set<string>();

  for (const [path, operations] of Object.entries(paths))
    for (const operation of Object.values(operations)) {
      const operationId = operationIdOf(path);
      operation.operationId = operationId;
      for (const tag of operation.tags ?? []) tags.add(tag);
      for (const parameter of operation.parameters ?? [])
        parameter.description = describe(operationId, parameter.name);
      const body = jsonOf(operation.requestBody?.content);
      if (body !== undefined) body.schema = component(body.schema, `${capital(operationId)}Body`);
      const { responses, security } = operation;
      const errors = ['400', ...(body === undefined ? [] : ['413', '415']), '500', '503'];
      for (const status of errors) responses[status] ??= { description: '', content: {} };
      for (const [status, reply] of Object.entries(responses)) {
        reply.description = statusDescriptions[status] ?? `Status ${status}.`;
        const json = jsonOf(reply.content);
        if (status !== '200')
          reply.content = { 'application/json': { schema: refTo(status === '400' ? 'BadInput' : 'Error') } };
        else if (json !== undefined) json.schema = component(json.schema, `${capital(operationId)}Reply`);
        reply.headers = {
          ...(status === '429' || status === '503' ? retryAfter : {}),
          ...(security === undefined || status === '401' ? {} : rateLimits),
        };
      }
    }
  Object.assign(components, structuredClone(errorSchemas));

  /** Describes the fields of a schema, and replaces nested components by references. */
  const complete = (schema: Schema, place: string): Schema => {
    const { properties, items, anyOf } = schema;
    for (const [field, value] of Object.entries(properties ?? {})) {
      const at = `${place}.${field}`;
      const inner = complete(value, at);
      if (properties === undefined) continue;
      properties[field] =
        inner.$ref === undefined ? { ...inner, description: describe(place, field) } : inner;
    }
    if (items !== undefined) schema.items = nested(items, place);
    if (anyOf !== undefined) schema.anyOf = anyOf.map((schema) => nested(schema, place));
    return schema;
  };
  const nested = (schema: Schema, place: string): Schema => {
    const name = names.get(JSON.stringify(schema));
    if (name !== undefined) return refTo(name);
    const componentName = nestedNames[place];
    if (componentName === undefined) return complete(schema, place);
    const reference = component(schema, componentName);
    complete(components[componentName] ?? {}, componentName);
    return reference;
  };
  for (const [name, schema] of Object.entries({ ...components })) components[name] = complete(schema, name);

  const sorted = Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
  const described = [...tags].sort().map((name) => ({ name, description: tagDescriptions[name] ?? name }));
  return {
    ...rest,
    tags: described,
    paths,
    components: { ...rest.components, schemas: sorted },
  } as unknown as Document;
}

/** `place`: the schema, with the fields that lead to the object. */
function describe(place: string, field: string): string {
  return inSchema[`${place}.${field}`] ?? fieldDescriptions[field] ?? '';
}

const errorSchemas: Record<string, Schema & { required: string[] }> = {
  BadInput: {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      title: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
    required: ['status', 'title', 'errors'],
  },
  Error: {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      code: { type: 'string' },
      message: { type: 'string' },
      requestId: { type: 'string' },
    },
    required: ['status', 'code', 'message'],
  },
};
