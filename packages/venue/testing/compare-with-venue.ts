// Compares the reference model with all that the venue remembers.
import { type Deal, isStanding } from '../deals/deal.ts';
import { lots, type Price } from '../kernel/units.ts';
import { addDealOfValue, type Position } from '../positions/position.ts';
import type { VenueSnapshot } from '../venue.ts';
import { claimSame, known } from './claims.ts';
import type { ModelContract, ModelDeal, ModelOrder, ReferenceMarket } from './reference-market.ts';
import { contractStateIn } from './test-market.ts';

/** Throws an error that describes where the venue's state differs from its published events. */
export function compareWithVenue(model: ReferenceMarket, snapshot: VenueSnapshot): void {
  const { orders, positions, deals, phases } = snapshot;
  claimSame(
    'orders',
    [...model.orders.values()].map(orderLine).sort(),
    orders.orders
      .map(({ isHeldOver, ...order }) =>
        orderLine({ ...order, status: isHeldOver ? 'heldOver' : 'suspended' }),
      )
      .sort(),
  );
  claimSame('the number of contracts', model.names.length, snapshot.prices.length);
  model.names.forEach((contract, index) => {
    compareContract(model, snapshot, { contract, index });
  });
  const inAuction = phases.inAuction.map((index) => model.names[index] ?? `contract ${index}`);
  claimSame('contracts in auction', [...model.inAuction].sort(), inAuction.sort());
  const held = [...model.positions.values()].map(({ kind: _kind, ...position }) => ({
    ...position,
    instruction: instructionOf(model.instructions.get(position.positionSeq) ?? null),
  }));
  const saved = positions.positions.map((position) => ({
    ...position,
    instruction: instructionOf(position.instruction),
  }));
  claimSame('positions', held.sort(byNumber), saved.sort(byNumber));
  claimSame('deals', [...model.deals.values()].map(dealLine), Array.from(deals.deals, dealLine));
  claimSame('unmatched deals', [...model.items.values()], deals.unmatched);
  const cash = snapshot.clearing.accounts.map(({ principal, balance, margin }) => [
    principal,
    balance,
    margin,
  ]);
  const { balances, margins } = model.money;
  claimSame(
    'balances and margins',
    cash.map(([principal]) => [
      principal,
      balances.get(String(principal)) ?? 0,
      margins.get(String(principal)) ?? 0,
    ]),
    cash,
  );
  const abandoned = positions.positions.filter((position) => position.abandoned > 0);
  claimSame(
    'abandoned options',
    [...model.abandoned].sort(([a], [b]) => a - b),
    abandoned.map(({ positionSeq, abandoned: left }) => [positionSeq, left]),
  );
  const { certs, lots: siloLots, bids, stage } = snapshot.silo;
  claimSame('the stage of the delivery', model.silo.stage, stage);
  claimSame('certificates', [...model.silo.certs.values()], certs);
  claimSame('lots of the delivery', [...model.silo.lots.values()], siloLots);
  claimSame(
    'bids for certificates',
    [...model.silo.bids.values()],
    bids.map(({ bid }) => bid),
  );
  comparePositionsWithDeals(model, positions.positions);
}

function compareContract(
  model: ReferenceMarket,
  snapshot: VenueSnapshot,
  place: { readonly contract: string; readonly index: number },
): void {
  const { contract } = place;
  const own = model.contract(contract);
  const { buys, sells, mtm, limits, lock, last, high, low } = contractStateIn(snapshot, place);
  const prices = [...own.counted.values()].map(({ price }) => price);
  const figures = [
    prices.at(-1) ?? null,
    prices.length === 0 ? null : Math.max(...prices),
    prices.length === 0 ? null : Math.min(...prices),
  ];
  claimSame(`last, high and low of ${contract}`, figures, [last, high, low]);
  claimSame(`the limit at which ${contract} is locked`, lockedLimit(model, own), lock?.limit ?? null);
  claimSame(`queues of ${contract}`, [own.B.map(numberOf), own.S.map(numberOf)], [buys, sells]);
  claimSame(`marks of ${contract}`, [own.mtm, own.limits], [mtm, limits]);
}

function lockedLimit(model: ReferenceMarket, { listing, limits, B, S }: ModelContract): Price | null {
  if (limits === null || model.inAuction.has(listing.contract) || model.isHalted(listing)) return null;
  if (B[0]?.price === limits.high) return limits.high;
  return S[0]?.price === limits.low ? limits.low : null;
}

/** Positions follow from the standing deals, and the standing deals from all dealt lots. */
function comparePositionsWithDeals(model: ReferenceMarket, positions: readonly Position[]): void {
  const computed = new Map<string, Position>();
  for (const position of positions)
    computed.set(keyOf(position), {
      ...position,
      net: position.opening,
      bought: lots(0),
      sold: lots(0),
      cost: position.opening * model.contract(position.contract).mtm,
      realised: 0,
    });
  const standing = [...model.deals.values()].filter(isStanding);
  standing.sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);
  const net = { lots: 0, value: 0 };
  const bought = { lots: 0, value: 0 };
  for (const deal of standing) {
    const key = keyOf({ ...deal.owner, contract: deal.contract });
    addDealOfValue(known(computed.get(key), `the position of deal ${deal.dealSeq}`), deal);
    add(net, deal, deal.side === 'B' ? 1 : -1);
    if (deal.side === 'B') add(bought, deal, 1);
  }
  claimSame('positions of the standing deals', [...computed.values()], positions);
  claimSame('lots and value of the standing deals', net, { lots: 0, value: 0 });
  claimSame('lots and value of all deals and of the standing ones', model.dealt, bought);
}

function add(
  sum: { lots: number; value: number },
  { lots: more, value }: Pick<ModelDeal, 'lots' | 'value'>,
  sign: 1 | -1,
): void {
  sum.lots += sign * more;
  sum.value += sign * value;
}

const numberOf = ({ activeOrderSeq }: ModelOrder): number => activeOrderSeq;
const byNumber = (a: { positionSeq: number }, b: { positionSeq: number }): number =>
  a.positionSeq - b.positionSeq;
const keyOf = ({
  principal,
  subAccount,
  contract,
}: Pick<Position, 'principal' | 'subAccount' | 'contract'>): string =>
  `${principal} ${subAccount ?? ''} ${contract}`;

const orderLine = ({
  activeOrderSeq,
  price,
  remaining,
  owner,
  status,
}: Pick<ModelOrder, 'activeOrderSeq' | 'price' | 'remaining' | 'owner' | 'status'>): string =>
  `${activeOrderSeq} ${remaining} at ${price} of ${owner.userId} for ${owner.principal} ${owner.subAccount ?? ''}${status === 'heldOver' ? ', held over' : ''}`;

const dealLine = ({
  dealSeq,
  side,
  lots: quantity,
  value,
  owner,
  state,
}: Pick<Deal, 'dealSeq' | 'side' | 'lots' | 'value' | 'owner' | 'state'>): string =>
  `${dealSeq} ${side} ${quantity} worth ${value} for ${owner.principal} ${owner.subAccount ?? ''} of ${owner.userId}, ${state}`;

/** The changes since the instruction are compared by the lots that are abandoned. */
const instructionOf = (instruction: { readonly lots: number; readonly net: number } | null) =>
  instruction === null ? null : { lots: instruction.lots, net: instruction.net };
