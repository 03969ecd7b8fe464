// Scenarios in a running market. The package's own tests run them on their own order gateway and check their expectations.
export type { Fixture } from './fixture/fixture.ts';
export { parseScenario } from './parse/parse-scenario.ts';
export { runInMarket, type StepReport } from './run/run-in-market.ts';
export { ScenarioError } from './scenario.ts';
