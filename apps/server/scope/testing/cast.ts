// The people by whom every call and every hub message is tried: three members, of whom KAND has a dealer who sees all that is the
// member's, two who are kept to their own, and one who lacks a permission. The market does not disclose its members. What a
// dealer does carries a reference that says whose it is: `of-thandi-7`.
import { findPreference, listLayouts } from '@openpit/storage';
import { hashText } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import {
  dataSets,
  type FilledDataSet,
  type PermissionFlag,
  paths,
  permissionFlags,
  userCommands,
} from '@openpit/wire';
import { type MarketOnAPort, marketOnAPort, type Reply } from '../../testing/market-on-a-port.ts';

export interface Person {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  /** The client for whom he deals. */
  readonly client: string;
  /** A member with whom he deals. */
  readonly other: string;
  /** Whose orders and deals he sees, his own first. */
  readonly sees: readonly string[];
}

const kand = { member: 'KAND', client: '9996S', other: 'VELD' } as const;
export const thandi: Person = { ...kand, userId: 'thandi', dealer: 'THN', sees: ['thandi', 'johan', 'sol'] };
export const johan: Person = { ...kand, userId: 'johan', dealer: 'JVM', sees: ['johan'] };
export const sol: Person = { ...kand, userId: 'sol', dealer: 'SOL', sees: ['sol'] };
export const pieter: Person = {
  userId: 'pieter',
  member: 'VELD',
  dealer: 'PBO',
  client: '8001V',
  other: 'KARO',
  sees: ['pieter'],
};
export const lerato: Person = {
  userId: 'lerato',
  member: 'KARO',
  dealer: 'LMO',
  client: '7310A',
  other: 'VELD',
  sees: ['lerato'],
};
/** A dealer of KAND who is denied one permission at a time. */
export const zinzi: Person = { ...kand, userId: 'zinzi', dealer: 'ZIN', sees: [] };

export const people: readonly Person[] = [thandi, johan, sol, pieter, lerato];
/** A text that names a member of the market. */
export const memberCodes = /KAND|VELD|KARO/;

export class Cast {
  readonly market: MarketOnAPort;
  readonly #tokens: ReadonlyMap<string, string>;
  #requests = 0;

  private constructor(market: MarketOnAPort, tokens: ReadonlyMap<string, string>) {
    this.market = market;
    this.#tokens = tokens;
  }

  static async gather(): Promise<Cast> {
    const market = await marketOnAPort({ disclosesMembers: false, dealers: [johan, sol, zinzi] });
    const { floor } = market.server;
    const operator = { by: testOperator, requestId: null } as const;
    for (const { userId } of [johan, sol])
      await floor.submit({ ...operator, command: { kind: 'setDealerScope', userId, scope: 'own' } });
    await floor.submit({
      ...operator,
      command: { kind: 'grantPermissions', userId: 'lerato', flags: permissionFlags },
    });
    const tokens = new Map<string, string>();
    for (const { userId } of [...people, zinzi]) tokens.set(userId, await market.signIn(userId));
    return new Cast(market, tokens);
  }

  tokenOf({ userId }: Person): string {
    return this.#tokens.get(userId) ?? '';
  }

  /** A reference, or a request's id, that no other has, and that says whose it is. */
  mark({ userId }: Person): string {
    this.#requests += 1;
    return `of-${userId}-${this.#requests}`;
  }

  ask(person: Person, path: string, body?: object): Promise<Reply> {
    return this.market.call(path, {
      token: this.tokenOf(person),
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Does it and returns what is answered. Throws when it is rejected. */
  async does(person: Person, path: string, body: object): Promise<Answered> {
    const reply = await this.ask(person, path, { requestId: this.mark(person), ...body });
    if (reply.status !== 200)
      throw new Error(`${person.userId} ${path}: ${JSON.stringify(body)} ${JSON.stringify(reply.body)}`);
    return reply.body as Answered;
  }

  /** An order that rests far from where the market deals. */
  async order(by: Person, fields: object = {}): Promise<number> {
    const { activeOrderSeq } = await this.does(by, userCommands.insertOrder.path, {
      ...this.bid(by),
      ...fields,
    });
    return activeOrderSeq;
  }

  bid(by: Person) {
    const { client: principal } = by;
    const terms = { contract: 'JUL27 WMAZ', side: 'B', type: 0, qty: 5, price: 3900, capacity: 'A' };
    return { ...terms, principal, ref: this.mark(by) };
  }

  /** A deal with another member, both sides on screen; returns the number of the own side. */
  async deal(by: Person, qty = 4): Promise<number> {
    const opposite = by.member === 'VELD' ? lerato : pieter;
    const terms = { contract: 'DEC26 WMAZ', price: 4035, qty };
    await this.order(opposite, { ...terms, side: 'S' });
    const ref = this.mark(by);
    await this.order(by, { ...terms, ref });
    const row = Array.from(this.market.server.view.allRows('deals')).find((deal) => deal.ref === ref);
    if (row === undefined) throw new Error(`${by.userId} has not dealt`);
    return row.dealSeq;
  }

  /** Reports a deal to another member; returns the number of the own side. */
  async report(by: Person, to: string = by.other): Promise<number> {
    const { unmatchedSeq } = await this.does(
      by,
      userCommands.insertUnmatchedDeal.path,
      this.reported(by, to),
    );
    return unmatchedSeq;
  }

  reported(by: Person, to: string = by.other) {
    const { client: principal } = by;
    const terms = { contract: 'DEC26 WMAZ', side: 'B', qty: 2, price: 4035 };
    return { ...terms, principal, counterparty: to, ref: this.mark(by) };
  }

  async deny(flag: PermissionFlag, isDenied: boolean): Promise<void> {
    const { userId } = zinzi;
    const kind = isDenied ? 'revokePermissions' : 'grantPermissions';
    await this.market.server.floor.submit({
      by: testOperator,
      requestId: null,
      command: { kind, userId, flags: [flag] },
    });
  }

  /**
   * Hashes of the data sets of members, rights and saved documents at this moment, by name. Left out are the rows of rejected
   * orders, and queue places, which are computed later.
   */
  async hashes(): Promise<Readonly<Record<string, string>>> {
    const { view, db } = this.market.server;
    const names = (Object.keys(dataSets) as FilledDataSet[]).filter(
      (name) => dataSets[name].owner !== 'market' && name !== 'completedOrders',
    );
    const documents = [];
    for (const { userId } of people)
      documents.push(await findPreference(db, userId), await listLayouts(db, userId));
    const parts: Readonly<Record<string, unknown>> = {
      ...Object.fromEntries(names.map((name) => [name, Array.from(view.allRows(name))])),
      rights: view.rights.all(),
      contracts: view.market.rows().map(({ contract }) => contract),
      documents,
    };
    const withoutPlaces = (field: string, value: unknown) =>
      field === 'queuePosition' || field === 'lotsAhead' ? undefined : value;
    return Object.fromEntries(
      Object.entries(parts).map(([part, value]) => [part, hashText(JSON.stringify(value, withoutPlaces))]),
    );
  }
}

/** Whatever an accepted action answers. */
export interface Answered {
  readonly activeOrderSeq: number;
  readonly unmatchedSeq: number;
  readonly version: number;
  readonly _id: string;
}

/** Whose references stand in what was told. */
export function marksIn(told: unknown): string[] {
  const found = JSON.stringify(told).matchAll(/of-([a-z]+)-\d+/g);
  return [...new Set([...found].map(([, userId = '']) => userId))].sort();
}
