// Movements of the cash of accounts (data set 17) in the last business days. The exchange's own movements belong to no member.
import { type DeliveryOf, exchangeAccount, lotsText, type MoneyMoved } from '@openpit/venue';
import { dataSets, type MovementRow, toRand } from '@openpit/wire';
import { firstDayKept } from '../kernel/kept-days.ts';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

/** A record has no dealer: an account has the deals of all dealers. */
interface MovementRecord extends MemberRecord<string> {
  readonly businessDay: string;
  readonly row: MovementRow;
}

export type SavedMovements = SavedMemberRows<MovementRow>;

export class Movements implements Projection {
  readonly #rows = new MemberRows<MovementRecord, MovementRow>({
    dataSetId: dataSets.movements.id,
    rowOf: ({ row }) => row,
  });

  readonly dataSets = { movements: this.#rows };

  readonly on: EventHandlers = {
    moneyMoved: (event, { at }) => {
      if (event.principal !== exchangeAccount) this.#rows.put(recordOf(rowOf(event, at)));
    },
    dayEnded: () => {
      const first = firstDayKept(this.#rows.all());
      for (const record of [...this.#rows.all()]) if (record.businessDay < first) this.#rows.drop(record);
    },
  };

  save(): SavedMovements {
    return this.#rows.save(({ row }) => row);
  }

  load(saved: SavedMovements): void {
    this.#rows.load(saved, recordOf);
  }
}

/** "Invoice 17: 4 lots of NOV26 WMAZ with 9996S". */
const deliveryText = ({ contract, lots, counterparty, invoiceSeq }: DeliveryOf): string => {
  const lotsOfContract = `${lotsText(lots)} of ${contract}`;
  return invoiceSeq === null
    ? `${lotsOfContract} not delivered, with ${counterparty}`
    : `Invoice ${invoiceSeq}: ${lotsOfContract} with ${counterparty}`;
};

const rowOf = (
  { movementSeq, businessDay, member, principal, movement, amount, balance, parts, delivery }: MoneyMoved,
  time: number,
): MovementRow => ({
  uniqueKey: `${principal} ${movementSeq}`,
  movementSeq,
  businessDay,
  time,
  member,
  principal,
  movement,
  amount: toRand(amount),
  balance: toRand(balance),
  parts: parts.map((part) => ({ contract: part.contract, amount: toRand(part.amount) })),
  ...(delivery === undefined ? {} : { about: deliveryText(delivery) }),
});

const recordOf = (row: MovementRow): MovementRecord => ({
  key: row.uniqueKey,
  member: row.member,
  round: 0,
  businessDay: row.businessDay,
  row,
});
