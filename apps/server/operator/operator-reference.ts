// The operator's actions with a file of reference data: what it would change in the running market, and to change it from a business day.
// The venue compares, so that both always say the same.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseMarketFile, ReferenceDataError } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import { type ReferenceComparison, type ReferenceData, rejectionSentence } from '@openpit/venue';
import { type ActingOperator, OperatorRejection, submit } from './operator-parts.ts';
import type { OperatorRequest, RequestOf } from './operator-requests.ts';

type ReferenceRequest = RequestOf<'reference-diff'> | RequestOf<'reference-apply'>;

export interface ReferenceReply extends Omit<ReferenceComparison, 'faults'> {
  /** Whether the file has other members, dealers, clients or arrangements, which stay as they are. */
  readonly ignores: boolean;
}

export async function diffReference(
  operator: ActingOperator,
  request: RequestOf<'reference-diff'>,
): Promise<ReferenceReply> {
  return compared(operator, request).reply;
}

/** A file that changes nothing withdraws the change that waits; if none does, nothing is journalled. */
export async function applyReference(
  operator: ActingOperator,
  request: RequestOf<'reference-apply'>,
): Promise<ReferenceReply> {
  const { reply, referenceData } = compared(operator, request);
  const { effectiveFrom, changes, planned } = reply;
  if (changes.length > 0 || planned !== null)
    await submit(operator, { kind: 'applyReferenceData', effectiveFrom, referenceData });
  return reply;
}

/** Throws OperatorRejection with all that cannot be changed. */
function compared({ view, compareReferenceData }: ActingOperator, { file, text, from }: ReferenceRequest) {
  const referenceData = dataIn(text, file);
  const comparison = compareReferenceData({ referenceData, effectiveFrom: from ?? null });
  if ('code' in comparison) throw new OperatorRejection(rejectionSentence(comparison));
  const { faults, ...rest } = comparison;
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault}`);
    throw new OperatorRejection(
      [
        `The reference data ${file} cannot be applied from ${rest.effectiveFrom}, and nothing changes:`,
        ...lines,
      ].join('\n'),
    );
  }
  return { reply: { ...rest, ignores: !hasSameParties(view, referenceData) }, referenceData };
}

/** Throws OperatorRejection with the paths of what is wrong. */
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
  ).every(([known, wanted]) => isDeepStrictEqual(byText(known), byText(wanted)));
}

/** The request for the audit log: of a file its name and the hash of its text. What it changes is in the journal. */
export function auditedRequest(request: OperatorRequest): object {
  if (!('text' in request)) return request;
  const { text, ...named } = request;
  return { ...named, sha256: createHash('sha256').update(text).digest('hex') };
}
