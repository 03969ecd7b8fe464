// Rejections: why the market rejects a command. Each module has a catalogue, whose entries consist of a code, an HTTP status, and
// a sentence that says what is wrong, why, and what to do. A rejection changes nothing but is journalled, so that a replay
// returns the same answer.

/** The values used in a sentence, as plain data. */
export type RejectionDetails = Readonly<Record<string, string | number | undefined>>;

export interface Rejection {
  readonly code: string;
  readonly details: RejectionDetails;
}

export type RejectionStatus = 403 | 409 | 422;

export interface RejectionEntry<Details extends RejectionDetails> {
  readonly status: RejectionStatus;
  /** For docs/errors.md: the commands and cases where it occurs. */
  readonly when: string;
  /** Example details for docs/errors.md: one set for each sentence that the code can produce. */
  readonly examples: readonly Details[];
  readonly sentence: (details: Details) => string;
}

/** The rejection has no details. */
type NoDetails = Readonly<Record<never, never>>;

/** A rejection whose sentence is always the same. The status is 422 by default. */
export const fixed = ({
  status = 422,
  when,
  sentence,
}: {
  readonly status?: RejectionStatus;
  readonly when: string;
  readonly sentence: string;
}): RejectionEntry<NoDetails> => ({ status, when, examples: [{}], sentence: () => sentence });

/** A rejection whose sentence names details. The status is 422 by default. */
export const detailed = <Details extends RejectionDetails>({
  status = 422,
  ...entry
}: Omit<RejectionEntry<Details>, 'status'> & {
  readonly status?: RejectionStatus;
}): RejectionEntry<Details> => ({ status, ...entry });

/** Any catalogue. The types of its details are known only per code. */
export type RejectionCatalogue = Readonly<
  Record<string, Omit<RejectionEntry<never>, 'examples'> & { readonly examples: readonly RejectionDetails[] }>
>;

export type DetailsOf<Entry> = Entry extends { readonly examples: readonly (infer Details)[] }
  ? Details
  : never;

type DetailArguments<Details> = NoDetails extends Details ? [details?: Details] : [details: Details];

/** Creates a module's rejections; the compiler checks the details against the code. */
export function rejectionsFrom<Catalogue extends RejectionCatalogue>(_catalogue: Catalogue) {
  return <Code extends keyof Catalogue & string>(
    code: Code,
    ...[details]: DetailArguments<DetailsOf<Catalogue[Code]>>
  ): Rejection => ({ code, details: details ?? {} });
}

/** Whether the result of a check or handler is a rejection. */
export const isRejection = (result: object | null): result is Rejection =>
  result !== null && 'code' in result && 'details' in result;
