// Rejections: why the market turns a command down. Each module has a catalogue of its own, in which a rejection has a
// code, the HTTP status that carries it, and a sentence for people that says what is wrong, why, and what to do. A
// rejection changes nothing but is journalled, so that a replay gives the same answer.

/** Values that a sentence names, as plain data. */
export type RejectionDetails = Readonly<Record<string, string | number | undefined>>;

export interface Rejection {
  readonly code: string;
  readonly details: RejectionDetails;
}

export type RejectionStatus = 403 | 409 | 422;

export interface RejectionEntry<Details extends RejectionDetails> {
  readonly status: RejectionStatus;
  readonly sentence: (details: Details) => string;
  /** Details with which docs/errors.md prints the sentence. */
  readonly example: Details;
}

/** Nothing to name. */
export type NoDetails = Readonly<Record<never, never>>;

/** A rejection whose sentence is always the same. */
export const fixed = (sentence: string, status: RejectionStatus = 422): RejectionEntry<NoDetails> => ({
  status,
  sentence: () => sentence,
  example: {},
});

/** A rejection whose sentence names details. */
export const detailed =
  <Details extends RejectionDetails>(example: Details, status: RejectionStatus = 422) =>
  (sentence: (details: Details) => string): RejectionEntry<Details> => ({ status, sentence, example });

/** Any catalogue: what its sentences take is known only by code. */
export type RejectionCatalogue = Readonly<
  Record<string, Pick<RejectionEntry<never>, 'status' | 'sentence'> & { readonly example: RejectionDetails }>
>;

export type DetailsOf<Entry> = Entry extends { readonly example: infer Details } ? Details : never;

type DetailArguments<Details> = NoDetails extends Details ? [details?: Details] : [details: Details];

/** The function with which a module makes its rejections: details are checked against the code. */
export function rejectionsFrom<Catalogue extends RejectionCatalogue>(_catalogue: Catalogue) {
  return <Code extends keyof Catalogue & string>(
    code: Code,
    ...[details]: DetailArguments<DetailsOf<Catalogue[Code]>>
  ): Rejection => ({ code, details: details ?? {} });
}

/** True for a rejection, false for whatever a check or handler returns otherwise. */
export const isRejection = (result: object | null): result is Rejection =>
  result !== null && 'code' in result && 'details' in result;
