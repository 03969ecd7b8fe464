// Faults of reference data, each with its location and a sentence. The checks are generators, so that the venue can stop at the
// first fault and the reader of a file can show all of them.

export interface ReferenceFault {
  /** Fields and places in lists from the root of the reference data: `futures.3.mtm`. */
  readonly path: string;
  /** The end of a sentence. */
  readonly text: string;
  /** True if the text refers to a name that is not listed. */
  readonly isMissing?: true;
}

/** The notation of amounts. The venue has cents and hundredths of a percent; a file may have other units. */
export interface FaultUnits {
  readonly amount: (cents: number) => string;
  /** The number without its unit, for sentences that have named the unit. */
  readonly figure: (cents: number) => string;
  readonly percent: (hundredths: number) => string;
}

export type Faults = Generator<ReferenceFault, void>;

/** Finds names that occur more than once in a list. `field` contains the name. */
export function* repeatedNames<Entry>(
  noun: string,
  entries: readonly Entry[],
  {
    list,
    field,
    nameOf,
  }: { readonly list: string; readonly field: string; readonly nameOf: (entry: Entry) => string },
): Faults {
  const names = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const name = nameOf(entry);
    if (names.has(name))
      yield {
        path: `${list}.${at}${field === '' ? '' : `.${field}`}`,
        text: `${noun} ${name} is listed twice`,
      };
    names.add(name);
  }
}

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
export const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
