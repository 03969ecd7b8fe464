// Simulated participants that trade through the order gateway with the same commands as people.
export type { MarketName } from './profiles.ts';
export { Random } from './random.ts';
export type { QuotedContract, QuotedPackage, SiloDesk, SimulatedOption } from './simulated-market.ts';
export { startSimulator } from './simulator.ts';
