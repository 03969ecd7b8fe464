// The valuations of the running day for the accounts of members (data set 13). The positions of an account are read when it is valued.
import type { MarketValued, PositionChanged, Price } from '@openpit/venue';
import { dataSets, type EarlyValuationRow, toPercent, toRand } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';
import type { FactsOf } from '../reference/directory.ts';
import type { BreakdownSources } from './breakdown.ts';

interface ValuationRecord extends MemberRecord<string> {
  readonly row: EarlyValuationRow;
}

export type SavedEarlyValuations = SavedMemberRows<EarlyValuationRow>;

export class EarlyValuations implements Projection {
  readonly #positions: () => Iterable<PositionChanged>;
  readonly #facts: FactsOf;
  readonly #rows = new MemberRows<ValuationRecord, EarlyValuationRow>({
    dataSetId: dataSets.earlyValuations.id,
    rowOf: ({ row }) => row,
  });

  constructor({ positions, facts }: Pick<BreakdownSources, 'positions' | 'facts'>) {
    this.#positions = positions;
    this.#facts = facts;
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
        const { mtm: kept } = this.#facts(contract);
        // A future in its notice period is not valued, and keeps its MTM.
        const { mtm, previous, method, volatility } = byContract.get(contract) ?? keptMark(kept);
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

const keptMark = (mtm: Price): Omit<MarketValued['marks'][number], 'contract'> => ({
  mtm,
  previous: mtm,
  method: 'previous',
});

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
