// The calls for static data, and the browser's settings, which the server provides: the operator chooses them, and tests
// shorten the intervals and delays without another build.
import { dayMs } from '@openpit/terms';
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';
import { contractDisplay } from '../rows/market-row.ts';
import { groupPhase, utcOffsetMinutes } from './phases.ts';

export const contractDetailsBody = z.strictObject({
  contractName: plainText(64, { missing: 'Name the contract, for example "DEC26 WMAZ".' }),
  instrument: plainText(16, { missing: 'Name the instrument, for example "WMAZ".' }),
});
export type ContractDetailsBody = z.infer<typeof contractDetailsBody>;

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Null for a contract that is not listed. */
export const contractDetailsReply = z.nullable(
  z.object({
    contract: z.string(),
    displaySeq: z.int(),
    instrument: z.string(),
    contractSize: z.number(),
    tick: z.number(),
    lastTradingDay: date,
    expiry: date,
    ...contractDisplay.shape,
    limitLow: z.nullable(z.number()),
    limitHigh: z.nullable(z.number()),
    /** Initial margin of one contract, in rand. */
    im: z.number(),
  }),
);
export type ContractDetails = Readonly<NonNullable<z.infer<typeof contractDetailsReply>>>;

const ms = z.int().check(z.minimum(0), z.maximum(dayMs));

/** The transports of a browser without WebSockets: long polling with MessagePack, or server-sent events with JSON. */
export const fallbackTransports = ['LongPolling', 'ServerSentEvents'] as const;
export type FallbackTransport = (typeof fallbackTransports)[number];

/**
 * The specification's times (START-3, HUB-5, AUTH-6), how old prices may become before order entry closes, and how to
 * connect without WebSockets (HUB-1).
 */
export const clientSettings = z.object({
  startupDelayMs: z._default(ms, 2_500),
  depthConnectDelayMs: z._default(ms, 1_000),
  depthSubscribeDelayMs: z._default(ms, 2_000),
  tokenFirstCheckMs: z._default(ms, 30_000),
  tokenCheckMs: z._default(ms, 120_000),
  /** Prices are stale after this long without a message from the server. */
  staleAfterMs: z._default(ms, 5_000),
  fallbackTransport: z._default(z.enum(fallbackTransports), 'LongPolling'),
  /** The name of the market, shown on Login. */
  marketName: z._default(z.string(), 'Openpit'),
});
export type ClientSettings = z.infer<typeof clientSettings>;

/** The settings, and what Login shows to anyone: when the market opens, and in a demonstration its users. */
export const clientSettingsReply = z.extend(clientSettings, {
  /** The phases at `serverTime`; null if the server does not send them. */
  exchangeDay: z._default(
    z.nullable(z.object({ serverTime: z.number(), groups: z.array(groupPhase) })),
    null,
  ),
  utcOffsetMinutes,
  /** The users as whom this browser may sign in without a password; empty, except in a demonstration on the same machine. */
  demoUsers: z._default(z.array(z.object({ userId: z.string(), name: z.string(), about: z.string() })), []),
});
export type ClientSettingsReply = z.infer<typeof clientSettingsReply>;

/** The specification's values, for a browser that cannot load the server's settings. */
export const defaultClientSettings: ClientSettingsReply = clientSettingsReply.parse({});
