// A server with the people of the scope tests. Its market does not disclose members. Everything that a dealer makes has a
// reference with their user id: `of-thandi-7`.
import { findPreference, type Layout, nextLayout } from '@openpit/storage';
import { asPrice, type Command, hashText, lots } from '@openpit/venue';
import { anOrder, testOperator } from '@openpit/venue/testing';
import {
  dataSets,
  type FilledDataSet,
  type PermissionFlag,
  permissionFlags,
  type SiloStage,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import { deliverable } from '../../testing/added-dealers.ts';
import { type Reply, type ServerOnAPort, serverOnAPort } from '../../testing/server-on-a-port.ts';
import { johan, lerato, type Person, people, pieter, sol, thandi, zinzi } from './people.ts';

/** Fields of a body or a query. */
export type Fields = Readonly<Record<string, unknown>>;

export class ScopeFixture {
  readonly server: ServerOnAPort;
  readonly #tokens: ReadonlyMap<string, string>;
  #requests = 0;
  #options = 0;
  #certs = 0;
  #stage: SiloStage = 'closed';

  private constructor(server: ServerOnAPort, tokens: ReadonlyMap<string, string>) {
    this.server = server;
    this.#tokens = tokens;
  }

  static async open(): Promise<ScopeFixture> {
    const businessDay = '2026-11-19';
    const server = await serverOnAPort({
      disclosesMembers: false,
      dealers: [johan, sol, zinzi],
      hasDelivery: true,
      businessDay,
    });
    const { gateway } = server;
    const operator = { by: testOperator, requestId: null } as const;
    for (const { userId } of [johan, sol])
      await gateway.submit({ ...operator, command: { kind: 'setDealerScope', userId, scope: 'own' } });
    await gateway.submit({
      ...operator,
      command: { kind: 'grantPermissions', userId: 'lerato', flags: permissionFlags },
    });
    // Each member has a position and a cleared day. The options of this month expire on the next one, so that they may be
    // exercised and abandoned while trading continues.
    for (const seller of [thandi, lerato]) {
      await insertFirstOrder(server, seller, 'S');
      await insertFirstOrder(server, pieter, 'B');
    }
    await server.operate({ action: 'end-of-day', force: 'the day before the tests' });
    const tokens = new Map<string, string>();
    for (const { userId } of [...people, zinzi]) tokens.set(userId, await server.signIn(userId));
    return new ScopeFixture(server, tokens);
  }

  tokenOf({ userId }: Person): string {
    return this.#tokens.get(userId) ?? '';
  }

  /** A new reference or request id with the person's user id. */
  mark({ userId }: Person): string {
    this.#requests += 1;
    return `of-${userId}-${this.#requests}`;
  }

  ask(person: Person, path: string, body?: object): Promise<Reply> {
    return this.server.call(path, { token: this.tokenOf(person), body });
  }

  /** The reply to a command; throws if it is rejected. */
  async send(person: Person, kind: UserCommandKind, fields: object): Promise<CommandReply> {
    const body = { requestId: this.mark(person), ...fields };
    const reply = await this.ask(person, userCommands[kind].path, body);
    if (reply.status !== 200)
      throw new Error(`${person.userId} ${kind}: ${JSON.stringify(body)} ${JSON.stringify(reply.body)}`);
    return reply.body as CommandReply;
  }

  /** Inserts an order that rests far from where the market deals; returns its number. */
  async order(by: Person, fields: object = {}): Promise<number> {
    return (await this.send(by, 'insertOrder', { ...this.bid(by), ...fields })).activeOrderSeq;
  }

  bid(by: Person) {
    const { client: principal } = by;
    const terms = { contract: 'JUL27 WMAZ', side: 'B', type: 0, qty: 5, price: 3900, capacity: 'A' };
    return { ...terms, principal, ref: this.mark(by) };
  }

  /** Deals on screen with a dealer of another member; returns the number of the dealer's side. */
  async deal(by: Person, qty = 4): Promise<number> {
    const opposite = by.member === 'VELD' ? lerato : pieter;
    const terms = { contract: 'DEC26 WMAZ', price: 4035, qty };
    await this.order(opposite, { ...terms, side: 'S' });
    const ref = this.mark(by);
    await this.order(by, { ...terms, ref });
    const row = Array.from(this.server.view.allRows('deals')).find((deal) => deal.ref === ref);
    if (row === undefined) throw new Error(`${by.userId} has not dealt`);
    return row.dealSeq;
  }

  /** Buys an option that expires today for the person's client; returns the fields that name it. */
  async longOption(by: Person): Promise<Fields> {
    const opposite = by.member === 'VELD' ? lerato : pieter;
    // Another quantity each time, so that abandoning them changes something.
    this.#options += 1;
    const contract = 'DEC26 WMAZ 4040 C';
    const held = Array.from(this.server.view.allRows('positions')).find(
      (position) => position.principal === by.client && position.contract === contract,
    );
    // The client may be short, because it has dealt with another person.
    const qty = this.#options + Math.max(-(held?.net ?? 0), 0);
    const terms = { contract, price: 40, qty };
    await this.order(opposite, { ...terms, side: 'S' });
    await this.order(by, terms);
    return { contract, qty: this.#options, principal: by.client };
  }

  /**
   * A lot that another member has tendered, in the delivery of a future; the person's client is long one lot; returns its number.
   * Bids are accepted.
   */
  async siloLot(by: Person): Promise<number> {
    const opposite = by.member === 'VELD' ? lerato : pieter;
    const siloReceiptNo = await this.tenderable(opposite);
    await this.dealTo(by, 1);
    const { siloCertSeq } = await this.send(opposite, 'tenderSiloCert', {
      contract: deliverable,
      siloReceiptNo,
    });
    await this.siloStage('bidding');
    return siloCertSeq;
  }

  /** A certificate of the person's client that can be tendered for a short position, while tenders are taken; returns its number. */
  async tenderable(by: Person): Promise<string> {
    if (this.#stage !== 'closed') await this.siloStage('closed');
    await this.dealTo(by, -1);
    this.#certs += 1;
    const siloReceiptNo = `T${this.#certs}`;
    const cert = {
      siloReceiptNo,
      instrument: 'WMAZ',
      tons: 100,
      grade: 'WM1',
      origin: 'RSA',
      location: 'BOTHA',
      season: '2026/27',
      owner: by.client,
      issuedOn: '2026-11-02',
      storagePaidUntil: '2026-12-31',
    } as const;
    await this.#operate({ kind: 'issueSiloCert', cert });
    await this.siloStage('tendering');
    return siloReceiptNo;
  }

  /** Deals with another member's own account until the person's client has this net position in the future that is delivered. */
  async dealTo(by: Person, net: number): Promise<void> {
    const position = Array.from(this.server.view.allRows('positions')).find(
      ({ principal, contract }) => principal === by.client && contract === deliverable,
    );
    const qty = net - (position?.net ?? 0);
    if (qty === 0) return;
    const opposite = by.member === 'VELD' ? lerato : pieter;
    const [side, otherSide] = qty > 0 ? ['B', 'S'] : ['S', 'B'];
    const terms = { contract: deliverable, price: 4100, qty: Math.abs(qty) };
    const own = { principal: opposite.member, capacity: 'P' };
    await this.order(opposite, { ...terms, ...own, side: otherSide });
    await this.order(by, { ...terms, side });
  }

  async siloStage(stage: SiloStage): Promise<void> {
    await this.#operate({ kind: 'beginSiloStage', stage, endsAt: null });
    this.#stage = stage;
  }

  /** Awards the lots; the delivery is closed. */
  async awardSiloLots(): Promise<void> {
    await this.siloStage('deciding');
    await this.#operate({ kind: 'awardSiloLots' });
    this.#stage = 'closed';
  }

  async #operate(command: Command): Promise<void> {
    const { verdict } = await this.server.gateway.submit({ by: testOperator, requestId: null, command });
    if (verdict.kind === 'rejected') throw new Error(JSON.stringify(verdict.rejection));
  }

  /** Reports a deal to another member; returns the number of the dealer's side. */
  async report(by: Person, to: string = by.other): Promise<number> {
    return (await this.send(by, 'insertUnmatchedDeal', this.reported(by, to))).unmatchedSeq;
  }

  reported(by: Person, to: string = by.other) {
    const { client: principal } = by;
    const terms = { contract: 'DEC26 WMAZ', side: 'B', qty: 2, price: 4035 };
    return { ...terms, principal, counterparty: to, ref: this.mark(by) };
  }

  /** Revokes a permission from Zinzi. */
  revoke(flag: PermissionFlag): Promise<void> {
    return this.#changePermission('revokePermissions', flag);
  }

  grant(flag: PermissionFlag): Promise<void> {
    return this.#changePermission('grantPermissions', flag);
  }

  async #changePermission(
    kind: 'revokePermissions' | 'grantPermissions',
    flag: PermissionFlag,
  ): Promise<void> {
    const command = { kind, userId: zinzi.userId, flags: [flag] };
    await this.server.gateway.submit({ by: testOperator, requestId: null, command });
  }

  /**
   * Hashes of the data sets of members, prices, rights and saved documents at this moment, by name. The rows of rejected
   * orders are omitted, and so are queue places, which are computed later.
   */
  async hashes(): Promise<Readonly<Record<string, string>>> {
    const { view, db } = this.server;
    const names = (Object.keys(dataSets) as FilledDataSet[]).filter(
      (name) => (dataSets[name].owner !== 'market' || name === 'prices') && name !== 'completedOrders',
    );
    const documents = [];
    for (const { userId } of people) {
      documents.push(await findPreference(db, userId));
      let layout: Layout | undefined;
      do {
        layout = await nextLayout(db, userId, layout);
        documents.push(layout);
      } while (layout !== undefined);
    }
    const parts: Readonly<Record<string, unknown>> = {
      ...Object.fromEntries(names.map((name) => [name, Array.from(view.allRows(name))])),
      rights: view.rights.all(),
      documents,
    };
    const withoutPlaces = (field: string, value: unknown) =>
      field === 'queuePosition' || field === 'lotsAhead' ? undefined : value;
    return Object.fromEntries(
      Object.entries(parts).map(([part, value]) => [part, hashText(JSON.stringify(value, withoutPlaces))]),
    );
  }
}

/** An order of the day before the tests. */
async function insertFirstOrder(
  { gateway }: ServerOnAPort,
  { userId, client: principal }: Person,
  side: 'B' | 'S',
): Promise<void> {
  await gateway.submit({
    by: { kind: 'user', userId },
    requestId: null,
    command: {
      ...anOrder,
      side,
      contract: 'DEC26 WMAZ',
      price: asPrice(403_500),
      lots: lots(2),
      capacity: 'A',
      principal,
    },
  });
}

/** Every possible content of the reply to an accepted command. */
interface CommandReply {
  readonly activeOrderSeq: number;
  readonly unmatchedSeq: number;
  readonly version: number;
  readonly siloCertSeq: number;
  readonly siloBidSeq: number;
}
