// Market stories: read, run against a floor of their own, or played into a market that runs.
export type { Cast, CastContract, CastDealer } from './cast.ts';
export { parseScenario } from './parse-scenario.ts';
export { type PlayedLine, type Playing, playScenario, type ScenarioPlay } from './play-scenario.ts';
export { type Difference, explainDifferences, runScenario, type ScenarioGround } from './run-scenario.ts';
export { type Scenario, ScenarioError } from './scenario.ts';
