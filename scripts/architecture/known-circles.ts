// The import circles that exist today, as findCircles names them. The list must be exactly what is found, so it only
// shrinks; when it is empty, delete it together with the test that reads it.
export const knownCircles: readonly string[] = [
  'files: packages/venue/access/user-rights.ts, packages/venue/commands.ts, packages/venue/deals/deal-events.ts, packages/venue/deals/deal-ledger.ts, packages/venue/deals/deal.ts, packages/venue/deals/error-trade-events.ts, packages/venue/deals/unmatched-deal.ts, packages/venue/events.ts, packages/venue/options/option-dealt.ts, packages/venue/options/option-terms.ts, packages/venue/options/reference-price.ts, packages/venue/options/strike-events.ts, packages/venue/orders/order.ts, packages/venue/outcome.ts, packages/venue/pairs/pair-terms.ts, packages/venue/positions/position-ledger.ts, packages/venue/positions/position.ts, packages/venue/reference/added-listing.ts, packages/venue/reference/list-contracts.ts, packages/venue/session/closing.ts, packages/venue/session/limit-lock.ts, packages/venue/session/price-limits.ts, packages/venue/session/request-ledger.ts, packages/venue/session/session-commands.ts, packages/venue/session/session-events.ts, packages/venue/session/session.ts, packages/venue/state.ts',
  'rooms of apps/web/: http, stores',
  'rooms of packages/projections/: data-sets, market',
  'rooms of packages/venue/: access, commands.ts, deals, events.ts, kernel, options, order-book, orders, outcome.ts, pairs, positions, reference, rejections.ts, session, state.ts',
];
