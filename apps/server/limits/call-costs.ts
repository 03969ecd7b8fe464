// The costs of expensive calls, in units of about a millisecond of processor time, measured on the demonstration market.
import { type MarketHubMethod, type UserRead, userReads } from '@openpit/wire';

const reads: readonly UserRead[] = Object.values(userReads);
const callCosts = new Map(reads.map(({ path, cost = 0 }) => [path, cost]));

const invocationCosts: Partial<Readonly<Record<MarketHubMethod, number>>> = {
  PublishAllData: 2,
  Subscribe: 7,
  // Half a megabyte, of every contract of the market.
  GetMarketDisplayChunks: 15,
};

/** Reading and writing documents takes about this time for each byte, apart from the small ones that every call has. */
const [bytesPerUnit, freeBytes] = [32_768, 16_384];

/** The cost of work on a large body, or on large documents of a user. */
export const costOfBytes = (bytes: number): number =>
  bytes <= freeBytes ? 0 : Math.ceil(bytes / bytesPerUnit);

/** `path`: of the route. */
export const costOfCall = (path: string | undefined): number => callCosts.get(path ?? '') ?? 0;

export const costOfInvocation = (method: MarketHubMethod): number => invocationCosts[method] ?? 0;
