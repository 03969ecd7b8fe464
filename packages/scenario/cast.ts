// Who and what a story can name: the members, clients, dealers, instruments and contracts of the market in which it is
// told. A name that the market does not have is a fault of the story, told with its line before anything is done, unless
// the line says that it is rejected for just that.
import { optionName, type RejectionCode } from '@openpit/venue';
import type { Act, DeedStep, Given, LookStep, Scenario, Who } from './scenario.ts';

export interface CastDealer {
  readonly member: string;
  readonly code: string;
  /** First name, or first and last. */
  readonly name: string;
  /** Null for a dealer whom no user of the market is. */
  readonly userId: string | null;
}

export interface CastContract {
  readonly contract: string;
  readonly instrument: string;
  readonly tons: number;
}

export interface Cast {
  readonly members: readonly string[];
  readonly clients: readonly string[];
  readonly dealers: readonly CastDealer[];
  readonly instruments: readonly string[];
  readonly contracts: readonly CastContract[];
}

/** The dealer by code or first name. */
export function dealerIn({ dealers }: Cast, { name, member }: Who): CastDealer | undefined {
  const ofMember = dealers.filter((dealer) => dealer.member === member);
  return (
    ofMember.find(({ code }) => code === name) ??
    ofMember.find((dealer) => dealer.name.split(' ')[0] === name)
  );
}

/** As whom a dealer acts; one who has no user yet gets this id when he enters. */
export function userIdOf(cast: Cast, who: Who): string {
  return dealerIn(cast, who)?.userId ?? `${who.member}/${who.name}`;
}

export const contractIn = ({ contracts }: Cast, name: string): CastContract | undefined =>
  contracts.find(({ contract }) => contract === name);

/** Rejections in which a story ends that names what is not there. */
const excuses = {
  contract: ['contractUnknown', 'noOrdersMatch'],
  account: ['principalUnknown', 'accountUnknown', 'noOrdersMatch'],
  dealer: ['dealerUnknown', 'userUnknown', 'noOrdersMatch'],
} satisfies Record<string, readonly RejectionCode[]>;

/** The cast with the options of those strikes for which the story itself asks. */
export function withAddedStrikes(cast: Cast, { steps }: Pick<Scenario, 'steps'>): Cast {
  const added = steps.flatMap(({ deed }): CastContract[] => {
    if (deed?.phrase !== 'edits strikes') return [];
    const { CONTRACT: underlying, PRICE: strike } = deed.said;
    const future = contractIn(cast, underlying);
    if (future === undefined) return [];
    return [false, true].flatMap((isDelta) =>
      (['call', 'put'] as const).map((type) => ({
        ...future,
        contract: optionName(underlying, { strike, type, isDelta }),
      })),
    );
  });
  return { ...cast, contracts: [...cast.contracts, ...added] };
}

/** What the story names and the market does not have, a sentence with its line for each; empty when it can be told. */
export function castFaults({ file, steps }: Pick<Scenario, 'file' | 'steps'>, cast: Cast): string[] {
  const entered = new Set<string>();
  return steps.flatMap((step) => {
    const unknown = step.deed === null ? unknownInLook(step, cast) : unknownInDeed(step, cast, entered);
    return unknown.map((fault) => `${file}:${step.line}: ${fault}.\n  ${step.text}`);
  });
}

/** What the story takes for given and a running market does not have; prices and days may be other ones there. */
export function givenFaults({ file, given, steps }: Scenario, cast: Cast): string[] {
  const missing = given.filter((fact) => !isThere(fact, cast));
  const openings = steps.filter(({ deed }) => deed?.phrase === 'opening');
  return [...missing, ...openings].map(
    ({ line, text }) => `${file}:${line}: the running market is otherwise than the story says.\n  ${text}`,
  );
}

function isThere(fact: Given, cast: Cast): boolean {
  switch (fact.phrase) {
    case 'market not open':
      return false;
    case 'day':
      return true;
    case 'instrument':
      return cast.instruments.includes(fact.said.CODE);
    case 'contract':
    case 'split':
    case 'spread':
      return contractIn(cast, fact.said.CONTRACT) !== undefined;
    case 'options':
      return cast.contracts.some(({ contract }) => contract.startsWith(`${fact.said.CONTRACT} `));
    case 'member':
      return cast.members.includes(fact.said.CODE);
    case 'client':
    case 'tripartite':
      return cast.clients.includes(fact.said.WHO.name);
    case 'dealer':
      return dealerIn(cast, fact.said.WHO) !== undefined;
  }
}

function unknownInLook({ look }: LookStep, cast: Cast): string[] {
  return look.phrase === 'book' ? contractFaults(look.said.CONTRACT, cast) : [];
}

function unknownInDeed({ deed, expected }: DeedStep, cast: Cast, entered: Set<string>): string[] {
  const rejections = expected.flatMap((one) =>
    one.phrase === 'rejected' && !one.isDenied ? [one.said.REJECTION] : [],
  );
  const isExcused = (kind: keyof typeof excuses) =>
    rejections.some((rejection) => excuses[kind].some((code) => code === rejection));
  const marked = expected.flatMap((one) =>
    one.phrase === 'marked' ? contractFaults(one.said.CONTRACT, cast) : [],
  );
  if (!('by' in deed)) return marked;
  return [
    ...(isExcused('dealer') ? [] : [...actorFaults(deed, cast, entered), ...filterDealerFaults(deed, cast)]),
    ...(isExcused('contract') ? [] : actContractFaults(deed, cast)),
    ...(isExcused('account') ? [] : accountFaults(deed, cast)),
    ...typeFaults(deed),
    ...marked,
  ];
}

function actorFaults({ by, phrase }: Act, cast: Cast, entered: Set<string>): string[] {
  if (phrase.startsWith('may hold')) return [];
  const dealer = dealerIn(cast, by);
  if (dealer === undefined) return [noDealer(by)];
  if (phrase === 'may enter') entered.add(userIdOf(cast, by));
  if (dealer.userId !== null || entered.has(userIdOf(cast, by))) return [];
  const { name, member } = by;
  return [`${name} of ${member} has no user in this market; a line "${name} ${member} may enter" makes one`];
}

/** The dealer by whom an action on all orders goes. */
function filterDealerFaults(act: Act, cast: Cast): string[] {
  if (act.phrase !== 'cancels all' && act.phrase !== 'suspends all') return [];
  const by = { name: act.said.CODE ?? act.by.name, member: act.by.member };
  return act.said.CODE === undefined || dealerIn(cast, by) !== undefined ? [] : [noDealer(by)];
}

function actContractFaults({ phrase, said }: Act, cast: Cast): string[] {
  if (!('CONTRACT' in said) || said.CONTRACT === undefined) return [];
  const isWhole = phrase.endsWith('all') && cast.instruments.includes(said.CONTRACT);
  return isWhole ? [] : contractFaults(said.CONTRACT, cast);
}

function contractFaults(contract: string, cast: Cast): string[] {
  return contractIn(cast, contract) === undefined ? [`there is no contract ${contract}`] : [];
}

function accountFaults({ phrase, by, said }: Act, { members, clients }: Cast): string[] {
  const named = 'ACCOUNT' in said ? said.ACCOUNT : undefined;
  const account = phrase.startsWith('may hold') ? by.name : named;
  const isThere = account === undefined || members.includes(account) || clients.includes(account);
  return isThere ? [] : [`there is no member or client ${account}`];
}

function typeFaults(act: Act): string[] {
  const isOrder = act.phrase === 'buys' || act.phrase === 'sells';
  return isOrder && act.said.TOK === true && act.said.FOK === true
    ? ['an order is TOK or FOK, not both']
    : [];
}

const noDealer = ({ name, member }: Who): string =>
  member === ''
    ? `whose dealer is ${name}? Write the member behind the name`
    : `member ${member} has no dealer ${name}`;
