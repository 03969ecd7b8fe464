// The published option values of options-reference.json: from books, papers and QuantLib's tests, with
// their tolerances. The generalised model with q = r is an option on a future; the others are converted to
// one by F = S·e^((r−q)T).
import type { OptionInputs, OptionType } from '../black/black76.ts';

interface PublishedCase {
  readonly type: OptionType;
  readonly S: number;
  readonly K: number;
  readonly q: number;
  readonly r: number;
  readonly T: number;
  readonly vol: number;
  readonly value: number;
}

export interface PublishedGreek extends PublishedCase {
  readonly greek: 'delta' | 'elasticity' | 'gamma' | 'vega' | 'theta' | 'thetaPerDay' | 'rho' | 'dividendRho';
}

interface PublishedPremium extends Omit<PublishedCase, 'value'> {
  readonly earlyExercisePremium: number;
  readonly tolerance: number;
}

interface Table<Case> {
  readonly tolerance: number;
  readonly cases: readonly Case[];
}

interface NormalisedCase {
  readonly input: { readonly x: number; readonly s: number; readonly q: 1 | -1 };
  readonly output: {
    readonly normalisedBlack: number;
    readonly normalisedImpliedVolatility: number;
    readonly complementaryNormalisedBlack: number;
    readonly normalisedVega: number;
  };
}

interface BlackCase {
  readonly input: {
    readonly F: number;
    readonly K: number;
    readonly sigma: number;
    readonly T: number;
    readonly q: 1 | -1;
  };
  readonly output: { readonly black: number; readonly impliedBlackVolatility: number; readonly vega: number };
}

interface RationalCases {
  readonly normalDistribution: readonly { readonly z: number; readonly normCdf: number }[];
  readonly normalisedBlack: readonly NormalisedCase[];
  readonly black: readonly BlackCase[];
}

interface PublishedTables {
  'haug-european': Table<PublishedCase>;
  'haug-european-greeks': Table<PublishedGreek>;
  'haug-baw-futures': Table<PublishedCase>;
  'haug-bjerksund-stensland-1993': Table<PublishedCase>;
  'ju-1999': Table<PublishedCase>;
  'andersen-lake-offengenden': { readonly cases: readonly PublishedPremium[] };
  'lets-be-rational': { readonly cases: RationalCases };
}

/**
 * @param text of options-reference.json
 * @throws Error when there is no such table
 */
export function publishedTable<Id extends keyof PublishedTables>(text: string, id: Id): PublishedTables[Id] {
  const { tables }: { readonly tables: readonly (PublishedTables[Id] & { readonly id: string })[] } =
    JSON.parse(text);
  const table = tables.find((table) => table.id === id);
  if (table === undefined) throw new Error(`options-reference.json has no table ${id}`);
  return table;
}

/** True for an option on a future. */
export function isOnFuture({ q, r }: { readonly q: number; readonly r: number }): boolean {
  return q === r;
}

/** @returns the same option on the forward price; its value is the same */
export function asOptionOnFuture(
  publishedCase: Omit<PublishedCase, 'value'>,
): OptionInputs & { readonly rate: number } {
  const forward = publishedCase.S * Math.exp((publishedCase.r - publishedCase.q) * publishedCase.T);
  return {
    type: publishedCase.type,
    forward,
    strike: publishedCase.K,
    years: publishedCase.T,
    volatility: publishedCase.vol,
    rate: publishedCase.r,
  };
}
