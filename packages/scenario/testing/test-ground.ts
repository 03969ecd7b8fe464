// For tests: the surroundings of a scenario, with a clock that only `pass` moves.
import { generatedWork, smallMarket, TestGateway } from '@openpit/venue/testing';
import type { ScenarioGround } from '../run/run-scenario.ts';

interface TestGround extends ScenarioGround {
  readonly gateway: TestGateway;
}

export function testGround(): TestGround {
  let now = Date.UTC(2026, 10, 18, 6, 50);
  const pass = (durationMs: number) => {
    now += durationMs;
  };
  return { gateway: new TestGateway(() => now, { work: generatedWork }), market: smallMarket, pass };
}
