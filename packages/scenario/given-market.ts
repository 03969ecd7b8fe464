// The market in which a story is told when nobody runs one: a small one, with what the story takes for given put into it.
import {
  type Command,
  cents,
  type Dealer,
  type Future,
  futureName,
  type Instrument,
  lots,
  permissionFlags,
  type ReferenceData,
  type Submission,
} from '@openpit/venue';
import type { Cast } from './cast.ts';
import { contractNames, withDerived } from './given-contracts.ts';
import { type Given, type Scenario, ScenarioError } from './scenario.ts';

/** Largest order of a dealer in a market that is made for a story. */
const maxLots = lots(100);
const firstBusinessDay = '2026-11-18';
const branch = 'Head office';
const months = Array.from({ length: 12 }, (_, at) => at + 1);

export interface GivenMarket {
  readonly opening: { readonly businessDay: string; readonly referenceData: ReferenceData };
  readonly cast: Cast;
  /** What opens the market and lets its dealers in; empty when the story opens it itself. */
  readonly before: readonly Submission[];
}

/** `small`: the market to which the story's own facts are added. Throws ScenarioError for a contract that is no future. */
export function givenMarket(
  { file, given }: Pick<Scenario, 'file' | 'given'>,
  small: ReferenceData,
): GivenMarket {
  let referenceData = small;
  let businessDay = firstBusinessDay;
  let isOpen = true;
  const strangers = new Set<string>();
  for (const fact of given) {
    if (fact.phrase === 'day') businessDay = fact.said.DATE;
    else if (fact.phrase === 'market not open') isOpen = false;
    else referenceData = withFact(referenceData, fact, file);
    if (fact.phrase === 'dealer' && fact.said.unregistered === true)
      strangers.add(`${fact.said.WHO.member} ${fact.said.WHO.name}`);
  }
  const opening = { businessDay, referenceData };
  const cast = castOf(referenceData, ({ member, name }) => isOpen && !strangers.has(`${member} ${name}`));
  return { opening, cast, before: isOpen ? submissionsBefore(opening, cast) : [] };
}

type MarketFact = Exclude<Given, { phrase: 'day' | 'market not open' }>;

function withFact(data: ReferenceData, fact: MarketFact, file: string): ReferenceData {
  switch (fact.phrase) {
    case 'instrument': {
      const {
        CODE: code,
        LOTS: tonsPerContract = 100,
        PRICE: tick = cents(20),
        LIMIT: dailyLimit = null,
        DEALS: months,
      } = fact.said;
      const instrument: Instrument = {
        code,
        name: code,
        tonsPerContract,
        tick,
        settlement: 'physical',
        dailyLimit,
        initialMargin: cents(0),
        ...(months === undefined ? {} : { months }),
      };
      return { ...data, instruments: [...data.instruments.filter((one) => one.code !== code), instrument] };
    }
    case 'contract': {
      const future = futureOf(fact, data.futures.length + 1, file);
      const same = (one: Future) => futureName(one.instrument, one) === fact.said.CONTRACT;
      const { displaySeq = future.displaySeq } = data.futures.find(same) ?? {};
      return { ...data, futures: [...data.futures.filter((one) => !same(one)), { ...future, displaySeq }] };
    }
    case 'options':
    case 'split':
    case 'spread':
      return withDerived(data, fact, file);
    case 'member': {
      const { CODE: code, inactive } = fact.said;
      const member = { code, name: code, active: inactive !== true, branches: [branch] };
      return { ...data, members: [...data.members.filter((one) => one.code !== code), member] };
    }
    case 'dealer': {
      const { name, member } = fact.said.WHO;
      const code = fact.said.CODE ?? name.slice(0, 3).toUpperCase();
      const members = data.members.map((one) =>
        one.code === member ? { ...one, branches: [...new Set([...one.branches, branch])] } : one,
      );
      return { ...data, members, dealers: [...data.dealers, { code, member, branch, name }] };
    }
    case 'client': {
      const { name: code, member } = fact.said.WHO;
      const subAccounts = fact.said.NAMES ?? [];
      const client = { code, member, name: code, active: fact.said.inactive !== true, subAccounts };
      return { ...data, clients: [...data.clients.filter((one) => one.code !== code), client] };
    }
    case 'tripartite': {
      const { WHO, MEMBER: executingMember } = fact.said;
      const arrangement = { client: WHO.name, executingMember, carryingMember: WHO.member };
      return { ...data, tripartites: [...(data.tripartites ?? []), arrangement] };
    }
  }
}

/** `DEC26 WMAZ` as a future; years are those of this century. */
function futureOf(fact: Extract<Given, { phrase: 'contract' }>, displaySeq: number, file: string): Future {
  const { CONTRACT: contract, PRICE: mtm } = fact.said;
  const [date = '', instrument = ''] = contract.split(' ');
  const year = 2000 + Number(date.slice(3));
  const month = months.find((one) => futureName(instrument, { year, month: one }) === contract);
  if (month === undefined)
    throw new ScenarioError(
      `${file}:${fact.line}: ${contract} is no future, such as DEC26 WMAZ.\n  ${fact.text}`,
    );
  return { instrument, year, month, displaySeq, mtm, openInterest: 0 };
}

function castOf(data: ReferenceData, isRegistered: (dealer: Dealer) => boolean): Cast {
  const instruments = new Map(data.instruments.map((instrument) => [instrument.code, instrument]));
  return {
    members: data.members.map(({ code }) => code),
    clients: data.clients.map(({ code }) => code),
    instruments: [...instruments.keys()],
    contracts: contractNames(data).map(({ contract, instrument }) => ({
      contract,
      instrument,
      tons: instruments.get(instrument)?.tonsPerContract ?? 1,
    })),
    dealers: data.dealers.map((dealer) => ({
      ...dealer,
      userId: isRegistered(dealer) ? `${dealer.member}/${dealer.code}` : null,
    })),
  };
}

function submissionsBefore(opening: GivenMarket['opening'], { dealers }: Cast): Submission[] {
  const operate = (command: Command): Submission => ({ by: { kind: 'operator' }, requestId: null, command });
  const lettingIn = dealers.flatMap(({ member, code: dealer, userId }): Submission[] => {
    if (userId === null) return [];
    const own = { kind: 'setOwnMaxOrderQuantity', maxLots } as const;
    return [
      operate({ kind: 'registerUser', userId, member, dealer }),
      operate({ kind: 'grantPermissions', userId, flags: [...permissionFlags] }),
      { by: { kind: 'user', userId }, requestId: null, command: own },
    ];
  });
  return [operate({ kind: 'openMarket', ...opening }), ...lettingIn];
}
