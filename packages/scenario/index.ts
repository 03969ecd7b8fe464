// Scenarios: read them, run them on a floor of their own with their expectations checked, or run them in a running market.
export type { Fixture, FixtureContract, FixtureDealer } from './fixture/fixture.ts';
export { parseScenario } from './parse/parse-scenario.ts';
export { type Difference, explainDifferences } from './run/difference.ts';
export { type MarketRun, type MarketRunTask, runInMarket, type StepReport } from './run/run-in-market.ts';
export { runScenario, type ScenarioGround } from './run/run-scenario.ts';
export { type Scenario, ScenarioError } from './scenario.ts';
