// Support for tests of the calls on deals: dealers of three members, their requests, and the rows that each of them sees.
import { testOperator } from '@openpit/venue/testing';
import { type DealRow, type FilledDataSet, type PermissionFlag, permissionFlags } from '@openpit/wire';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';

const memberOf = { thandi: 'KAND', pieter: 'VELD', lerato: 'KARO' } as const;
type UserId = keyof typeof memberOf;

/** Every possible content of a reply. */
export interface ReplyBody {
  readonly seq: number;
  readonly deals: number[];
  readonly unmatchedSeq: number;
  readonly activeOrderSeq: number;
  readonly state: string;
  readonly version: number;
  readonly code: string;
  readonly errors?: object;
}

/** Thandi of KAND, Pieter of VELD and Lerato of KARO, who starts without permissions. */
export class DealCalls {
  readonly server: ServerInAFolder;
  readonly #tokens: Readonly<Record<UserId, string>>;
  #requests = 0;

  private constructor(server: ServerInAFolder, tokens: Readonly<Record<UserId, string>>) {
    this.server = server;
    this.#tokens = tokens;
  }

  static async open(): Promise<DealCalls> {
    const server = await serverInAFolder();
    return new DealCalls(server, {
      thandi: await server.signIn('thandi@kand.example'),
      pieter: await server.signIn('pieter@veld.example'),
      lerato: await server.signIn('lerato@karo.example'),
    });
  }

  async post(user: UserId, call: string, fields: object) {
    this.#requests += 1;
    const body = { requestId: `d-${this.#requests}`, ...fields };
    const reply = await this.server.post(`/api/${call}`, body, this.#tokens[user]);
    return { ...reply, body: reply.body as ReplyBody };
  }

  get(user: UserId, call: string) {
    return this.server.get(`/api/${call}`, this.#tokens[user]);
  }

  /** The reply; throws if the call is rejected. */
  async accepted(user: UserId, call: string, fields: object): Promise<ReplyBody> {
    const { status, body } = await this.post(user, call, fields);
    if (status !== 200) throw new Error(`${user} ${call}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Thandi buys from Pieter; returns the numbers of the two sides. */
  async deal(fields: { principal?: string; subAccount?: string; qty?: number; price?: number } = {}) {
    const { principal = 'KAND', qty = 10, price = 4035, subAccount } = fields;
    const order = { contract: 'DEC26 WMAZ', type: 0, qty, price };
    const offer = { ...order, side: 'S', capacity: 'P', principal: 'VELD' };
    await this.accepted('pieter', 'Orders/InsertOrder', offer);
    const capacity = principal === 'KAND' ? 'P' : 'A';
    const account = { capacity, principal, ...(subAccount === undefined ? {} : { subAccount }) };
    await this.accepted('thandi', 'Orders/InsertOrder', { ...order, side: 'B', ...account });
    const newest = (user: UserId) => this.rows(user, 'deals').at(-1)?.dealSeq ?? 0;
    return { own: newest('thandi'), other: newest('pieter') };
  }

  /** The rows that the user sees, in the order they were made. */
  rows<Name extends FilledDataSet>(userId: UserId, name: Name) {
    return this.server.view.rowsFor(name, { userId, member: memberOf[userId] }).rows;
  }

  dealRow(user: UserId, dealSeq: number | undefined): DealRow | undefined {
    return this.rows(user, 'deals').find((row) => row.dealSeq === dealSeq);
  }

  unmatchedRow(user: UserId, unmatchedSeq: number) {
    return this.rows(user, 'unmatchedDeal').find((row) => row.unmatchedSeq === unmatchedSeq);
  }

  net(user: UserId, principal: string, subAccount: string | null = null): number {
    const isOwn = (row: { principal: string; subAccount: string | null }) =>
      row.principal === principal && row.subAccount === subAccount;
    return this.rows(user, 'positions').find(isOwn)?.net ?? 0;
  }

  /** Gives Lerato these permissions and no others. */
  async permitLerato(flags: readonly PermissionFlag[]): Promise<void> {
    const operator = { by: testOperator, requestId: null } as const;
    const userId = 'lerato';
    const { gateway } = this.server;
    await gateway.submit({
      ...operator,
      command: { kind: 'revokePermissions', userId, flags: permissionFlags },
    });
    await gateway.submit({ ...operator, command: { kind: 'grantPermissions', userId, flags } });
  }
}
