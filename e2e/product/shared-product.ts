// One product for many journeys, one after another: each uses a separate group of people and leaves no order in the books.
// Day figures of a contract remain, so a journey that reads the deals of a contract uses a contract that no other journey deals in.
import { randomUUID } from 'node:crypto';
import { userCommands } from '@openpit/wire';
import { MarketClient } from './market-client.ts';
import { peopleOfGroup } from './people.ts';
import { type Product, RunningProduct } from './running-product.ts';

/** More than there are journeys. */
const groups = 60;

export class SharedProduct {
  #running: RunningProduct | null = null;
  #taken = 0;

  /** The product with a group of people that has not been used. */
  async forJourney(): Promise<Product> {
    if (this.#running === null || this.#taken === groups) {
      await this.dispose();
      this.#running = await RunningProduct.start({
        groups: Array.from({ length: groups }, (_, index) => peopleOfGroup(index)),
      });
      this.#taken = 0;
    }
    const people = peopleOfGroup(this.#taken);
    this.#taken += 1;
    const { url, dataFolder } = this.#running;
    return { url, dataFolder, people };
  }

  async dispose(): Promise<void> {
    await this.#running?.dispose();
    this.#running = null;
  }
}

/** Cancels all orders of the product's people. */
export async function emptyBooks(product: Product): Promise<void> {
  for (const name of ['thandi', 'pieter'] as const) {
    const client = await MarketClient.signIn(product, name);
    const { length: expectedCount } = await client.activeOrders();
    if (expectedCount === 0) continue;
    const body = { requestId: randomUUID(), filter: {}, includeHoldOver: true, expectedCount };
    const reply = await client.post(userCommands.cancelAllActiveOrders.path, body);
    if (reply.status !== 200) throw new Error(`Orders of ${name} remain: ${JSON.stringify(reply.body)}`);
  }
}
