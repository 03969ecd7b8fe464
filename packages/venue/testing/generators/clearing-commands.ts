// Generates the operator's commands about money: rates, margin limits and payments, rarely unusable ones.
import { asMoney, asPrice, volatility } from '../../kernel/units.ts';
import { type CommandGenerator, operate, type WeightedGenerator } from '../command-generator.ts';

const setRates: CommandGenerator = (_model, random) => {
  const instrument = random.oneIn(10) ? 'RICE' : (random.pick(['WMAZ', 'YMAZ', 'WEAT']) ?? 'WMAZ');
  const amount = (max: number) => (random.oneIn(20) ? -1 : random.between(0, max));
  switch (random.below(3)) {
    case 0:
      return operate({ kind: 'setInterestRate', rate: amount(1_200) });
    case 1:
      return operate({
        kind: 'setMargins',
        instrument,
        initialMargin: asMoney(amount(3_000_000)),
        classSpreadMargin: asMoney(random.between(0, 1_500_000)),
        volatilityRange: volatility(random.between(0, 800)),
      });
    default:
      return operate({
        kind: 'setBookingFees',
        instrument,
        ownFuture: asPrice(amount(40)),
        ownOption: asPrice(random.between(0, 40)),
        clientFuture: asPrice(random.between(0, 40)),
        clientOption: asPrice(random.between(0, 40)),
      });
  }
};

/** Removes the limits of accounts most of the time. */
const limitMargin: CommandGenerator = (_model, random) => {
  const principal = random.pick(['KAND', 'VELD', '9996S', 'NOBODY']) ?? 'KAND';
  const max = random.oneIn(15) ? -1 : random.between(0, 60) * 1_000_000;
  return operate({ kind: 'limitMargin', principal, maxMargin: random.oneIn(2) ? null : asMoney(max) });
};

/** Mostly the account's debt. */
const recordPayment: CommandGenerator = (model, random) => {
  const principal = random.pick(['KAND', 'VELD', '8001V', '9996S', '5044M', 'NOBODY']) ?? 'KAND';
  const amount = -(model.money.balances.get(principal) ?? 0);
  return operate({ kind: 'recordPayment', principal, amount: asMoney(random.oneIn(5) ? 100_000 : amount) });
};

export const generators: readonly WeightedGenerator[] = [
  [4, setRates],
  [6, limitMargin],
  [5, recordPayment],
];
