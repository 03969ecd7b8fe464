// What became of a request, by its id, in the shape that its kind of call replies in: of orders or of deals.
import {
  type Answer,
  type DealsAnswer,
  rejectionSentence,
  rejectionStatus,
  type UnmatchedAnswer,
} from '@openpit/venue';
import type { AnyDealReply } from '@openpit/wire';
import type { MarketServer } from '../../market-server.ts';
import { notFound } from '../rejections.ts';

export type RejectedRequest = {
  readonly outcome: 'rejected';
  readonly seq: number;
  readonly status: number;
  readonly code: string;
  readonly message: string;
};

/** `replyOf`: null for the answer of another kind of call. Throws the rejection of a request that nobody has made. */
export function outcomeOfRequest<Reply>(
  { projections }: Pick<MarketServer, 'projections'>,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
  replyOf: (seq: number, answer: Answer | null) => Reply | null,
): RejectedRequest | { outcome: 'accepted'; reply: Reply } {
  const found = projections.answers.of(userId, requestId);
  if (found === undefined)
    throw notFound(
      `No request ${requestId} of yours has reached the market today. It was not carried out; you may send it again.`,
    );
  const { seq, verdict } = found;
  if (verdict.kind === 'rejected') {
    const { rejection } = verdict;
    const said = { code: rejection.code, message: rejectionSentence(rejection) };
    return { outcome: 'rejected', seq, status: rejectionStatus(rejection), ...said };
  }
  const reply = replyOf(seq, verdict.answer);
  if (reply === null)
    throw notFound(
      `Request ${requestId} of yours was carried out, and was another kind of request. Ask where its kind is asked for.`,
    );
  return { outcome: 'accepted', reply };
}

export const isDealAnswer = (answer: Answer | null): answer is DealsAnswer | UnmatchedAnswer =>
  answer?.kind === 'deals' || answer?.kind === 'unmatched';

export function dealReplyOf(
  seq: number,
  answer: DealsAnswer | UnmatchedAnswer,
  repeated: boolean,
): AnyDealReply {
  const deals = [...answer.deals];
  if (answer.kind === 'deals') return { seq, deals, repeated };
  const { unmatchedSeq, state, version } = answer;
  return { seq, unmatchedSeq, state, version, deals, repeated };
}
