// The valuations of the running day for the accounts of members (data set 13). The positions of an account are read when it is valued.
import type { MarketValued, PositionChanged } from '@openpit/venue';
import { dataSets, type EarlyValuationRow, toPercent, toRand } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';

interface ValuationRecord extends MemberRecord<string> {
  readonly row: EarlyValuationRow;
}

export type SavedEarlyValuations = SavedMemberRows<EarlyValuationRow>;

export class EarlyValuations implements Projection {
  readonly #positions: () => Iterable<PositionChanged>;
  readonly #rows = new MemberRows<ValuationRecord, EarlyValuationRow>({
    dataSetId: dataSets.earlyValuations.id,
    rowOf: ({ row }) => row,
  });

  constructor(positions: () => Iterable<PositionChanged>) {
    this.#positions = positions;
  }

  readonly dataSets = { earlyValuations: this.#rows };

  readonly on: EventHandlers = {
    marketValued: (event, { at }) => this.#value(event, at),
    mtmApproved: ({ run }) => {
      for (const { row } of [...this.#rows.all()])
        if (row.run === run) this.#rows.put(recordOf({ ...row, isProvisional: false }));
    },
    // Both void the approval.
    mtmCorrected: () => this.#withdrawApproval(),
    phaseBegan: ({ phase }) => {
      if (phase === 'continuous') this.#withdrawApproval();
    },
    // From now on, Clearing has the official figures.
    dayEnded: () => this.#rows.clearing(),
  };

  save(): SavedEarlyValuations {
    return this.#rows.save(({ row }) => row);
  }

  load(saved: SavedEarlyValuations): void {
    this.#rows.load(saved, recordOf);
  }

  #withdrawApproval(): void {
    for (const { row } of [...this.#rows.all()])
      if (!row.isProvisional) this.#rows.put(recordOf({ ...row, isProvisional: true }));
  }

  *#value({ businessDay, run, marks, accounts }: MarketValued, time: number): Steps {
    const byContract = new Map(marks.map((mark) => [mark.contract, mark]));
    const netLots = yield* heldBy(this.#positions());
    for (const { member, principal, variationMargin, initialMargin } of accounts) {
      this.#rows.put(
        recordOf({
          businessDay,
          run,
          time,
          isProvisional: true,
          member,
          principal,
          uniqueKey: `${run} ${principal}`,
          contract: null,
          spotPrice: null,
          mtmPrevious: null,
          method: null,
          net: null,
          variationMargin: toRand(variationMargin),
          initialMargin: toRand(initialMargin),
        }),
      );
      yield;
      for (const [contract, net] of netLots.get(principal) ?? []) {
        const mark = byContract.get(contract);
        if (mark === undefined) continue;
        const { mtm, previous, method, volatility } = mark;
        // Field by field: there are many, and spreading an object is slow.
        const row = {
          businessDay,
          run,
          time,
          isProvisional: true,
          member,
          principal,
          uniqueKey: `${run} ${principal} ${contract}`,
          contract,
          spotPrice: toRand(mtm),
          mtmPrevious: toRand(previous),
          method,
          net,
          variationMargin: null,
          initialMargin: null,
        };
        this.#rows.put(
          recordOf(volatility === undefined ? row : { ...row, volatility: toPercent(volatility) }),
        );
      }
    }
  }
}

const recordOf = (row: EarlyValuationRow): ValuationRecord => ({
  key: row.uniqueKey,
  member: row.member,
  round: 0,
  row,
});

/** Net lots by principal, then by contract. */
function* heldBy(
  positions: Iterable<PositionChanged>,
): Generator<undefined, Map<string, Map<string, number>>> {
  const byPrincipal = new Map<string, Map<string, number>>();
  for (const { principal, contract, net } of positions) {
    const contracts = byPrincipal.get(principal) ?? new Map<string, number>();
    byPrincipal.set(principal, contracts.set(contract, (contracts.get(contract) ?? 0) + net));
    yield;
  }
  return byPrincipal;
}
