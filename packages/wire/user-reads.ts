// The calls that read the market and its history for a signed-in user (API-1, API-2, API-5). The server's routes, costs and API description,
// the browser's calls, the demonstration and the scope tests are derived from this table. The paths of sign-in and documents are in `paths`.
import * as z from 'zod/mini';
import { previewMarginBody, previewMarginReply } from './commands/order-commands.ts';
import { siloCertHistoryQuery } from './commands/silo-commands.ts';
import {
  candlesQuery,
  candlesReply,
  dataSetQuery,
  pastDealsReply,
  pastOrdersReply,
  pastRowsQuery,
  pastSetReply,
  timeAndSalesQuery,
  timeAndSalesReply,
} from './http/history.ts';
import { abandonmentsReply, presentMarginsReply } from './http/own-accounts.ts';
import { ownActionsQuery, ownActionsReply } from './http/own-actions.ts';
import { phasesReply } from './http/phases.ts';
import { reportQuery } from './http/reports.ts';
import { contractDetailsBody, contractDetailsReply } from './http/static-data.ts';
import { pricesReply } from './rows/market-row.ts';
import { announcementsReply, membersReply, tripartitesReply } from './rows/reference-rows.ts';
import {
  originsReply,
  physicalGradesReply,
  siloCertHistoryReply,
  siloCertsReply,
  siloLocationsReply,
  siloOwnersReply,
} from './rows/silo-rows.ts';

export interface UserRead {
  /** Its second part names the chapter of the API description. */
  readonly path: string;
  /** One line for the API description. */
  readonly summary: string;
  readonly description?: string;
  /** The call is a GET with this query, or a POST with this body. */
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  /** The statuses of the call's rejections, in addition to the statuses that every call can have. */
  readonly errors?: readonly number[];
  /** Units of about a millisecond of processor time, measured on the demonstration market; 0 for a cheap call. */
  readonly cost?: number;
}

const paged =
  'From the newest backwards, at most 500 rows. `next` is the cursor of the earlier page. `from` and `to` are times or business days, both included.';
const history = { description: paged } as const;
const candles = {
  ...history,
  summary: 'Candles of a contract in the order of time',
  description: `Of 1, 5, 15 or 60 minutes, or of business days. ${paged}`,
  query: candlesQuery,
  reply: candlesReply,
  errors: [404],
  cost: 5,
} as const;

export const userReads = {
  getAllMembers: {
    path: '/api/StaticData/GetAllMembers',
    summary: 'The members of the market',
    reply: membersReply,
  },
  getAnnouncements: {
    path: '/api/StaticData/GetAnnouncements',
    summary: 'The announcements of the business day',
    reply: announcementsReply,
  },
  getPrices: {
    path: '/api/StaticData/GetPrices',
    summary: 'Best and last prices of all contracts',
    reply: pricesReply,
    cost: 10,
  },
  getTripartites: {
    path: '/api/StaticData/GetTripartites',
    summary: 'The tripartite arrangements in which your member executes or carries',
    reply: tripartitesReply,
  },
  getContractDetails: {
    path: '/api/StaticData/GetContractDetails',
    summary: 'The details of a contract; null when there is none',
    body: contractDetailsBody,
    reply: contractDetailsReply,
  },
  getAllSiloLocations: {
    path: '/api/Silo/GetAllSiloLocations',
    summary: 'Silos: storage, load-out and location differentials',
    reply: siloLocationsReply,
  },
  getAllPhysicalGrades: {
    path: '/api/Silo/GetAllPhysicalGrades',
    summary: 'Grades that can be delivered, and their discounts',
    reply: physicalGradesReply,
  },
  getAllSiloOwners: {
    path: '/api/Silo/GetAllSiloOwners',
    summary: 'The operators of silos',
    reply: siloOwnersReply,
  },
  getAllOrigins: { path: '/api/Silo/GetAllOrigins', summary: 'Where grain comes from', reply: originsReply },
  getAllSiloCerts: {
    path: '/api/Silo/GetAllSiloCerts',
    summary: 'The silo certificates of your member and its clients',
    reply: siloCertsReply,
  },
  getSiloCertHistory: {
    path: '/api/Silo/GetSiloCertHistory',
    summary: 'The changes of one of your silo certificates; empty for any other',
    query: siloCertHistoryQuery,
    reply: siloCertHistoryReply,
  },
  getPhases: {
    path: '/api/MarketData/GetPhases',
    summary: 'The phases of the exchange day, halts, and the end of the day',
    reply: phasesReply,
  },
  getOwnActions: {
    path: '/api/Orders/GetOwnActions',
    summary: 'The commands that you have sent today, from any browser or program, with their outcomes',
    description:
      'The newest 500, the oldest first. A command that the server did not pass to the market is missing: a missing permission, or too many calls.',
    query: ownActionsQuery,
    reply: ownActionsReply,
  },
  previewMargin: {
    path: '/api/Orders/PreviewMargin',
    summary: 'The initial margin of an account before and after an order; sends nothing to the market',
    description:
      'Needs the permission insertOrderOrDouble, and visibility of all orders and deals of the member.',
    body: previewMarginBody,
    reply: previewMarginReply,
    errors: [403, 422],
    // For a portfolio of two hundred legs.
    cost: 5,
  },
  getAbandonments: {
    path: '/api/Options/GetAbandonments',
    summary: 'The instructions to abandon options that stand today; 0 lots withdraw one',
    description:
      'The instructions of your member. With visibility of your own orders and deals only, the instructions that you have given.',
    reply: abandonmentsReply,
  },
  getPresentMargins: {
    path: '/api/Clearing/GetPresentMargins',
    summary: 'The initial margin that the accounts of your member need for their positions now',
    description: 'By account and instrument. Needs visibility of all orders and deals of the member.',
    reply: presentMarginsReply,
    errors: [403],
    cost: 5,
  },
  historyCandles: { ...candles, path: '/api/History/Candles' },
  getPriceHistory: { ...candles, path: '/api/MarketData/GetPriceHistory' },
  historyTimeAndSales: {
    ...history,
    path: '/api/History/TimeAndSales',
    summary: 'The deals of a contract as the market saw them, newest first',
    query: timeAndSalesQuery,
    reply: timeAndSalesReply,
    errors: [404],
    cost: 2,
  },
  historyDeals: {
    ...history,
    path: '/api/History/Deals',
    summary: "Your member's deals, newest first",
    query: pastRowsQuery,
    reply: pastDealsReply,
    cost: 2,
  },
  historyOrders: {
    ...history,
    path: '/api/History/Orders',
    summary: "Your member's orders that have ended, the last to end first",
    query: pastRowsQuery,
    reply: pastOrdersReply,
    cost: 2,
  },
  historyDataSet: {
    ...history,
    path: '/api/History/DataSet',
    summary: 'The rows of a data set at the ends of business days, the newest day first',
    description: `The rows that you may see on the hub; the rows of one principal if you name it. ${paged}`,
    query: dataSetQuery,
    reply: pastSetReply,
    cost: 2,
  },
  endOfDayReport: {
    path: '/api/Reports/EndOfDay',
    summary: "Your member's report of a business day that has ended, as a CSV file",
    description:
      'Deals, positions, mtm, margins, movements or statement, in the order in which they were made. Texts that a spreadsheet would run as a formula begin with an apostrophe. Dealers with own-only visibility get no reports.',
    query: reportQuery,
    // A text, which the server streams.
    reply: z.any(),
    errors: [403, 404],
    cost: 20,
  },
} as const satisfies Readonly<Record<string, UserRead>>;

export type UserReadKind = keyof typeof userReads;

/** The query or body of a read, as the schema accepts it. */
export type ReadInput<Kind extends UserReadKind> = (typeof userReads)[Kind] extends {
  readonly query: infer Input extends z.ZodMiniType;
}
  ? z.output<Input>
  : (typeof userReads)[Kind] extends { readonly body: infer Input extends z.ZodMiniType }
    ? z.output<Input>
    : Record<never, never>;

export type ReadReply<Kind extends UserReadKind> = Readonly<z.output<(typeof userReads)[Kind]['reply']>>;
