// The test kit of the venue, for its own tests and for other packages' tests. The product never imports it.
export { eventKinds } from '../modules.ts';
export { claimSame } from './claims.ts';
export { compareWithVenue } from './compare-with-venue.ts';
export { Coverage, commandKinds, waitingCommands, withdrawnBy } from './coverage.ts';
export * from './deal-market.ts';
export { type DealCommandSeed, runDealCommands } from './generated-deals.ts';
export { GeneratedRun, type GeneratedSubmission, generatedWork } from './generated-run.ts';
export { openingSubmissions } from './generators/operator-commands.ts';
export { RandomValues } from './random-values.ts';
export type { ModelContract, ModelOrder } from './reference-market.ts';
export { shrink } from './shrink.ts';
export * from './silo-market.ts';
export { marketOfAllTypes, smallMarket } from './small-market.ts';
export { TestGateway } from './test-gateway.ts';
export * from './test-market.ts';
export { marketUsers, wholeMarket, wholeMarketSetup } from './whole-market.ts';
export { writeScenario, writeScenarioLine } from './write-scenario.ts';
