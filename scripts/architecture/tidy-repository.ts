// A small repository in memory that keeps every rule. Tests plant breaches into it.
import type { FileMap } from './repository-files.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function manifest(
  name: string,
  dependencies: readonly string[],
  devDependencies: readonly string[] = [],
): string {
  const list = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  return json({
    name: `@openpit/${name}`,
    exports: { '.': './index.ts', ...(name === 'venue' ? { './testing': './testing/index.ts' } : {}) },
    dependencies: list(dependencies),
    devDependencies: list(devDependencies),
  });
}

function references(...folders: readonly string[]): string {
  return json({ references: folders.map((folder) => ({ path: folder })) });
}

const files: Readonly<Record<string, string>> = {
  'package.json': manifest('openpit', [], ['vitest', 'tsx', 'typescript']),
  'tsconfig.json': references(
    'packages/pricing',
    'packages/wire',
    'packages/storage',
    'packages/venue',
    'packages/simulator',
    'apps/server',
  ),

  'packages/pricing/package.json': manifest('pricing', []),
  'packages/pricing/tsconfig.json': references(),
  'packages/pricing/index.ts': `export { premium } from './premium.ts';`,
  'packages/pricing/premium.ts': 'export const premium = (cents: number): number => Math.sqrt(cents);',

  'packages/wire/package.json': manifest('wire', ['zod']),
  'packages/wire/tsconfig.json': references(),
  'packages/wire/index.ts': `import { z } from 'zod';\nexport const lots = z.number();`,

  'packages/storage/package.json': manifest('storage', ['kysely']),
  'packages/storage/tsconfig.json': references(),
  'packages/storage/index.ts': `import { Kysely } from 'kysely';\nimport { open } from 'node:fs/promises';\nexport const store = [Kysely, open];`,
  'packages/storage/source-worker.mjs': `import { register } from 'tsx/esm/api';\nregister();`,

  'packages/venue/package.json': manifest('venue', ['@openpit/pricing'], ['fast-check']),
  'packages/venue/tsconfig.json': references('../pricing'),
  'packages/venue/index.ts': `export { Venue } from './venue.ts';\nexport type { OrderGateway } from './order-gateway.ts';`,
  'packages/venue/order-gateway.ts': 'export interface OrderGateway { submit(command: unknown): void }',
  'packages/venue/venue.ts': `import { premium } from '@openpit/pricing';\nexport class Venue { handle(cents: number): number { return premium(cents) } }`,
  'packages/venue/modules.ts': `import { orders } from './orders/orders.ts';\nimport { deals } from './deals/deals.ts';\nexport const modules = [orders, deals] as const;`,
  'packages/venue/kernel/cents.ts': 'export type Cents = number;',
  'packages/venue/orders/orders.ts': `import type { Cents } from '../kernel/cents.ts';\nexport interface Order { price: Cents }\nexport const orders = 1;`,
  'packages/venue/deals/deals.ts': `import type { Order } from '../orders/orders.ts';\nexport interface Deal { order: Order }\nexport const deals = 1;`,
  'packages/venue/venue.test.ts': `import fc from 'fast-check';\nimport { it } from 'vitest';\nit('holds', () => { fc.assert(Math.random() < Date.now()) });`,
  'packages/venue/testing/index.ts': `export { market } from './small-market.ts';`,
  'packages/venue/testing/small-market.ts': `import { Venue } from '../venue.ts';\nexport const market = new Venue();`,

  'packages/simulator/package.json': manifest('simulator', ['@openpit/venue']),
  'packages/simulator/tsconfig.json': references('../venue'),
  'packages/simulator/index.ts': `import type { OrderGateway } from '@openpit/venue';\nexport const trade = (gateway: OrderGateway): void => gateway.submit(Date.now());`,
  'packages/simulator/simulator.test.ts': `import { Venue } from '@openpit/venue';\nimport { market } from '@openpit/venue/testing';\nnew Venue().handle(market.handle(1));`,

  'apps/server/package.json': manifest(
    'server',
    ['@openpit/simulator', '@openpit/venue', '@openpit/storage', 'fastify'],
    ['@types/ws', 'ws'],
  ),
  'apps/server/tsconfig.json': references(
    '../../packages/simulator',
    '../../packages/venue',
    '../../packages/storage',
  ),
  'apps/server/main.ts': `import { trade } from '@openpit/simulator';\nimport { serve } from './http/serve.ts';\nserve(trade);`,
  'apps/server/http/serve.ts': `import { store } from '@openpit/storage';\nimport type { trade } from '@openpit/simulator';\nimport type { OrderGateway } from '@openpit/venue';\nimport fastify from 'fastify';\nexport const serve = (x: typeof trade, gateway?: OrderGateway) => [fastify, store, x, gateway];\nconst scenarios = new URL('../../../scenarios/', import.meta.url);\nconst note = 'import "@openpit/web" in a string'; // import '@openpit/web' in a comment\nexport const rest = [scenarios, note];`,
  'apps/server/http/serve.test.ts': `import { WebSocket } from 'ws';\nimport { trade } from '@openpit/simulator';\nexport const all = [WebSocket, trade];`,

  'apps/web/package.json': manifest('web', [
    '@openpit/wire',
    'react',
    '@fontsource/inter',
    '@mui/material',
    '@emotion/react',
  ]),
  'apps/web/app/main.tsx': `import '@fontsource/inter';\nimport { Screen } from '../workspace/screen.tsx';\nexport const page = <Screen />;`,
  'apps/web/workspace/screen.tsx': `import { Button } from '@mui/material';\nimport { openTicket } from '../forms/ticket.ts';\nopenTicket();\nexport const Screen = () => { void import('../panels/registry.ts'); return <Button /> };`,
  'apps/web/forms/ticket.ts': 'export const openTicket = (): void => undefined;',
  'apps/web/panels/depth/panel.tsx': `import { useState } from 'react';\nimport { cancel } from '../../actions/cancel.ts';\nimport { heading } from '../parts/heading.ts';\nimport { rows } from './rows.ts';\nimport { contractStore } from '../../stores/stores.ts';\nimport { priceNow } from '../../market/prices.ts';\nexport const DepthPanel = () => { useState(cancel); contractStore.get('X'); priceNow('X'); return <b onClick={() => rows.clear()}>{heading}</b> };`,
  'apps/web/market/prices.ts': `import { marketStore } from '../stores/stores.ts';\nexport const priceNow = (contract: string) => marketStore.get(contract);`,
  'apps/web/panels/parts/heading.ts': `export const heading = 'DEC26 WMAZ';`,
  'apps/web/panels/depth/rows.ts': 'export const rows = new Map<string, string>();',
  'apps/web/panels/registry.ts': `import { depth } from './depth/definition.tsx';\nimport { book } from './book/definition.tsx';\nexport const panels = [depth, book];`,
  'apps/web/panels/depth/definition.tsx': `export const depth = () => import('./depth-panel.tsx');`,
  'apps/web/panels/book/definition.tsx': `export const book = () => import('./book-panel.tsx');`,
  'apps/web/panels/book/book-panel.tsx': 'export const BookPanel = () => <i />;',
  'apps/web/actions/cancel.ts': `import { send } from '../transport/send.ts';\nexport const cancel = (): void => send();`,
  'apps/web/transport/send.ts': `import { lots } from '@openpit/wire';\nexport const send = (): void => void lots;`,
  'apps/web/transport/intake.ts': `import { marketStore } from '../stores/stores.ts';\nmarketStore.merge([]);`,
  'apps/web/stores/create-keyed-store.ts':
    'export const createKeyedStore = () => ({ merge: (rows: readonly object[]) => rows, get: (key: string) => key });',
  'apps/web/stores/stores.ts': `import { createKeyedStore } from './create-keyed-store.ts';\nexport const marketStore = createKeyedStore();\nexport const contractStore = marketStore;`,
  'apps/web/ui/button.tsx': 'export const Plain = () => <button />;',

  'apps/gallery/package.json': manifest('gallery', [], ['@openpit/wire']),
  'apps/gallery/main.tsx': `import { lots } from '@openpit/wire';\nimport { Screen } from '../web/workspace/screen.tsx';\nexport const page = <Screen key={String(lots)} />;`,

  'e2e/package.json': manifest('e2e', [], ['@openpit/wire', '@playwright/test']),
  'e2e/journeys/order.spec.ts': `import { lots } from '@openpit/wire';\nimport { test } from '@playwright/test';\ntest('an order', () => void lots);`,

  'bench/package.json': manifest('bench', ['socket.io']),
  'bench/main.ts': `import { Venue } from '@openpit/venue';\nimport { Server } from 'socket.io';\nimport { WebSocket } from 'ws';\nimport { serve } from '../apps/server/http/serve.ts';\nserve([Venue, Server, WebSocket]);`,

  'scripts/start.mjs': `import('../steps/launch.mjs');`,
};

export const tidyRepository: FileMap = new Map(Object.entries(files));

/** The peer dependencies of @mui/material. */
export function tidyPeers(packageName: string): readonly string[] {
  return packageName === '@mui/material' ? ['@emotion/react'] : [];
}
