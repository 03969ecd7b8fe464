// The answers of calls that read the market. A host answers the other calls of `userReads` itself: prices and present margins in slices
// of time, and history from its own storage.
import type { ReadInput, ReadReply, UserReadKind } from '@openpit/wire';
import {
  abandonmentsOf,
  type MarketAccess,
  marginPreviewOf,
  ownActionsOf,
  phasesReplyOf,
} from './market-calls.ts';

/** The calls that each host answers itself. */
export type HostReadKind = Extract<
  UserReadKind,
  'getPrices' | 'getPresentMargins' | 'getPriceHistory' | 'endOfDayReport' | `history${string}`
>;
type MarketReadKind = Exclude<UserReadKind, HostReadKind>;

type Market = Pick<MarketAccess, 'view' | 'clock' | 'calendar' | 'previewMargin'>;

const readAnswers: {
  readonly [Kind in MarketReadKind]: (
    market: Market,
    userId: string,
    input: ReadInput<Kind>,
  ) => ReadReply<Kind>;
} = {
  getAllMembers: ({ view }) => view.directory.memberRows(),
  getAnnouncements: ({ view }) => view.announcements.rows(),
  getTripartites: ({ view }, userId) => view.directory.tripartiteRows(viewerIn(view, userId).member),
  getContractDetails: ({ view }, _userId, { contractName, instrument }) =>
    view.directory.contractDetails(contractName, instrument),
  getPhases: (market) => phasesReplyOf(market),
  getOwnActions: ({ view }, userId, { afterSeq = 0 }) => ownActionsOf(view, userId, Number(afterSeq)),
  previewMargin: (market, userId, body) => marginPreviewOf(market, userId, body),
  getAbandonments: ({ view }, userId) => abandonmentsOf(view, userId),
  getAllSiloLocations: ({ view }) => view.siloCerts.locations(),
  getAllPhysicalGrades: ({ view }) => view.siloCerts.grades(),
  getAllSiloOwners: ({ view }) => view.siloCerts.owners(),
  getAllOrigins: ({ view }) => view.siloCerts.origins(),
  // A dealer with own-only visibility sees no certificates, just as no positions.
  getAllSiloCerts: ({ view }, userId) => [...view.rowsFor('siloCerts', viewerIn(view, userId)).rows],
  getSiloCertHistory: ({ view }, userId, { siloReceiptNo }) =>
    view.siloCerts.historyOf(siloReceiptNo, viewerIn(view, userId)),
};

export const marketReadKinds = Object.keys(readAnswers) as readonly MarketReadKind[];

/** `input`: the query or body that the schema of the call has accepted. Throws CallRejected. */
export function answerRead(
  kind: MarketReadKind,
  market: Market,
  userId: string,
  input: unknown,
): object | null {
  return readAnswers[kind](market, userId, input as never);
}

/** A user who has lost all rights is of no member. */
const viewerIn = (view: MarketAccess['view'], userId: string) =>
  view.rights.of(userId) ?? { userId: '', member: '' };
