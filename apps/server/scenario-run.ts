// Runs a market scenario (docs/scenarios.md) in the running market: its dealers are users of the market, who act through the order gateway as
// they would from their screens.
import type { MarketView } from '@openpit/projections';
import type { Fixture, runInMarket, StepReport } from '@openpit/scenario';
import type { Clock, OrderGateway } from '@openpit/venue';
import { operatingSystemUser } from './operating-system-user.ts';
import { OptionsError } from './options/options.ts';
import { readText } from './read-files.ts';

interface ScenarioFile {
  readonly file: string;
  readonly text: string;
}

/** Throws OptionsError when the file cannot be read. */
export async function readScenarioFile(file: string): Promise<ScenarioFile> {
  const fail = (sentence: string) => new OptionsError(sentence);
  return { file, text: await readText(file, `--scenario: the scenario ${file}`, fail) };
}

interface ScenarioRunParts {
  /** Handed in, because only main.ts imports the scenario package at run time. */
  readonly runInMarket: typeof runInMarket;
  readonly scenario: ScenarioFile;
  /** Seconds of scenario time per second of the clock. */
  readonly pace: number;
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  readonly clock: Clock;
  readonly onStep: (report: StepReport) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Starts immediately; returns a function that stops. Throws ScenarioError for a scenario that cannot run in this market. */
export function startScenario(parts: ScenarioRunParts): () => Promise<void> {
  const { runInMarket, scenario, view, onFailure, ...market } = parts;
  const operator = { kind: 'operator', operatorId: operatingSystemUser() } as const;
  const run = runInMarket({ ...market, ...scenario, operator, fixture: fixtureOf(view) });
  run.finished.catch(onFailure);
  return () => run.stop().catch(onFailure);
}

export function fixtureOf({ directory, rights }: MarketView): Fixture {
  const { members, clients, dealers, instruments, contracts } = directory.referenceData;
  const tons = new Map(instruments.map(({ code, tonsPerContract }) => [code, tonsPerContract]));
  const userIds = new Map(rights.all().map(({ member, dealer, userId }) => [`${member}/${dealer}`, userId]));
  return {
    members: members.map(({ code }) => code),
    clients: clients.map(({ code }) => code),
    dealers: dealers.map(({ member, code, name }) => ({
      member,
      code,
      name,
      userId: userIds.get(`${member}/${code}`) ?? null,
    })),
    instruments: instruments.map(({ code }) => code),
    contracts: contracts.map(({ contract, instrument }) => ({
      contract,
      instrument,
      tons: tons.get(instrument) ?? 1,
    })),
  };
}
