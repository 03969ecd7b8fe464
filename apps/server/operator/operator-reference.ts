// The operator's actions with a file of reference data: its differences from the running market, and its application from a business day.
// The venue makes both comparisons, so that they always agree.

import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseMarketFile, ReferenceDataError } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import { type ReferenceData, rejectionSentence } from '@openpit/venue';
import * as z from 'zod/mini';
import {
  type ActingOperator,
  type Argument,
  action,
  argumentSchemas,
  OperatorRejection,
  option,
  submit,
  word,
} from './operator-action.ts';

/** Filled in by the command line, because the server may not be able to read the file. */
const textOfFile: Argument<z.ZodMiniString<string>> = {
  name: '',
  schema: z.string(),
  takes: 'none',
  read: () => '',
};
/** The business day `from` is the next day if omitted. */
const referenceArguments = {
  file: word(
    'FILE',
    argumentSchemas.shortText(4_096, 'Name the file with the reference data.'),
    ([file = '']) => resolve(file),
  ),
  text: textOfFile,
  from: option('DAY', z.optional(argumentSchemas.businessDay)),
};

export const referenceActions = {
  'reference-diff': action({
    words: 'reference diff',
    arguments: referenceArguments,
    help: 'show what reference data in a file would change in the market',
    run: async (operator, request) => {
      const { effectiveFrom, changes, planned, ignores } = compared(operator, request);
      const lines =
        changes.length === 0 ? ['Nothing to change.'] : [`From ${effectiveFrom}:`, ...indented(changes)];
      if (planned !== null)
        lines.push(
          `A change is already waiting. "reference apply" puts this file in its place. From ${planned.effectiveFrom}:`,
          ...indented(planned.changes),
        );
      return [...lines, ...ignores].join('\n');
    },
  }),
  'reference-apply': action({
    words: 'reference apply',
    arguments: referenceArguments,
    help: 'change it from the next business day, or from another: --from DAY',
    // A file without changes withdraws the pending change; if there is none, nothing is journalled.
    run: async (operator, request) => {
      const { effectiveFrom, changes, planned, ignores, referenceData } = compared(operator, request);
      if (changes.length === 0 && planned === null) return ['Nothing to change.', ...ignores].join('\n');
      await submit(operator, { kind: 'applyReferenceData', effectiveFrom, referenceData });
      const lines: string[] = [];
      if (changes.length > 0) lines.push(`These changes begin with ${effectiveFrom}:`, ...indented(changes));
      if (planned !== null) lines.push(`The change that waited for ${planned.effectiveFrom} is withdrawn.`);
      return [...lines, ...ignores].join('\n');
    },
  }),
};

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Throws OperatorRejection that lists everything that cannot be changed. */
function compared(
  { view, compareReferenceData }: ActingOperator,
  { file, text, from }: { readonly file: string; readonly text: string; readonly from?: string | undefined },
) {
  const referenceData = dataIn(text, file);
  const comparison = compareReferenceData({ referenceData, effectiveFrom: from ?? null });
  if ('code' in comparison) throw new OperatorRejection(rejectionSentence(comparison));
  const { faults, ...rest } = comparison;
  if (faults.length > 0)
    throw new OperatorRejection(
      [
        `The reference data ${file} cannot be applied from ${rest.effectiveFrom}, and nothing changes:`,
        ...indented(faults),
      ].join('\n'),
    );
  const ignores = hasSameParties(view, referenceData)
    ? []
    : [
        'The members, dealers, clients or tripartite arrangements of the file differ from those of the market. "reference" does not change them.',
      ];
  return { ...rest, ignores, referenceData };
}

/** Throws OperatorRejection with the paths of the faults. */
function dataIn(text: string, file: string): ReferenceData {
  try {
    return parseMarketFile(text, file).referenceData;
  } catch (error) {
    if (error instanceof ReferenceDataError) throw new OperatorRejection(error.message);
    throw error;
  }
}

function hasSameParties({ directory }: Pick<MarketView, 'directory'>, file: ReferenceData): boolean {
  const { members, dealers, clients, tripartites } = directory.referenceData;
  const byText = (rows: readonly object[]) =>
    new Set(rows.map((row) => JSON.stringify(Object.entries(row).sort())));
  return (
    [
      [members, file.members],
      [dealers, file.dealers],
      [clients, file.clients],
      [tripartites, file.tripartites ?? []],
    ] as const
  ).every(([before, after]) => isDeepStrictEqual(byText(before), byText(after)));
}
