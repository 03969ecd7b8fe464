// Simulated participants that trade through a Floor like anyone else.
export { type MarketName, marketNames } from './profiles.ts';
export type {
  HeldPosition,
  OpenOrder,
  OptionTerms,
  Participant,
  QuotedContract,
  QuotedPackage,
} from './quoted-contract.ts';
export { Random } from './random.ts';
export { type SimulatedMarket, startSimulator } from './simulator.ts';
