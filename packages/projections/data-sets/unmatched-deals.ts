// Data set 8: the business day's deals that another member must accept, a row for each side, visible to its own member (PANEL-11). What
// was accepted, withdrawn or has expired stays for the day, so that each side sees what became of it.
import { type OrderOwner, otherSide, type UnmatchedDeal, type VenueEvent } from '@openpit/venue';
import { dataSetIds, type UnmatchedDealRow } from '@openpit/wire';
import { fourDecimals } from './completed-orders.ts';
import type { Directory } from './directory.ts';
import { MemberRows } from './member-rows.ts';

/** What differs between the rows of the two sides. */
interface RowSide {
  readonly seq: number;
  readonly member: string;
  readonly role: UnmatchedDealRow['role'];
  readonly side: UnmatchedDeal['side'];
  /** Whoever of this side has dealt with it. */
  readonly own: OrderOwner | null;
  readonly principal: string | null;
  readonly counterparty: string;
  readonly theirPrincipal: string | null;
  readonly dealSeq: number | null;
}

export class UnmatchedDeals {
  readonly rows = new MemberRows<UnmatchedDealRow>(dataSetIds.unmatchedDeal, (row) => row.unmatchedSeq);
  readonly #directory: Pick<Directory, 'facts' | 'businessDay'>;

  constructor(directory: Pick<Directory, 'facts' | 'businessDay'>) {
    this.#directory = directory;
  }

  apply(event: VenueEvent): void {
    switch (event.kind) {
      case 'dayEnded':
        this.rows.clear();
        break;
      case 'unmatchedDealInserted':
      case 'unmatchedDealEdited':
      case 'unmatchedDealEnded':
        this.rows.put(this.#row(event.item, capturedSide(event.item)));
        this.rows.put(this.#row(event.item, addressedSide(event.item)));
        break;
      default:
    }
  }

  #row(item: UnmatchedDeal, { seq, member, role, side, own, ...rest }: RowSide): UnmatchedDealRow {
    const { displaySeq, instrument, tons } = this.#directory.facts(item.contract);
    return {
      unmatchedSeq: seq,
      time: item.capturedAt,
      contract: item.contract,
      displaySeq,
      instrument,
      side,
      qty: item.lots,
      price: fourDecimals(item.value, item.lots),
      value: (item.value * tons) / 100,
      role,
      type: item.type,
      state: item.state,
      version: item.version,
      member,
      principal: rest.principal,
      subAccount: own?.subAccount ?? null,
      capacity: own?.capacity ?? null,
      dealer: own?.dealer ?? null,
      ref: own?.ref ?? '',
      counterparty: rest.counterparty,
      theirPrincipal: rest.theirPrincipal,
      dealSeq: rest.dealSeq,
      expires: this.#directory.businessDay,
    };
  }
}

function capturedSide({
  ownSeq,
  owner,
  side,
  counterparty,
  counterpartyPrincipal,
  accepted,
  dealSeq,
}: UnmatchedDeal): RowSide {
  const theirPrincipal = accepted?.principal ?? counterpartyPrincipal;
  const { member, principal } = owner;
  return {
    seq: ownSeq,
    member,
    role: 'captured',
    side,
    own: owner,
    principal,
    counterparty,
    theirPrincipal,
    dealSeq,
  };
}

/** The other side of a report has the opposite side of the deal; what is passed on keeps its side. */
function addressedSide(item: UnmatchedDeal): RowSide {
  const { theirSeq, owner, side, type, counterparty: member, counterpartyPrincipal, accepted } = item;
  const isKnown = accepted !== null || counterpartyPrincipal !== null;
  return {
    seq: theirSeq,
    member,
    role: 'addressed',
    side: type === 'reported' ? otherSide(side) : side,
    own: accepted,
    principal: accepted?.principal ?? counterpartyPrincipal,
    counterparty: owner.member,
    // Whose the deal was that is passed on is no business of who takes it.
    theirPrincipal: isKnown && type === 'reported' ? owner.principal : null,
    dealSeq: null,
  };
}
