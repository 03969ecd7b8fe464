// The data that browser and server exchange: rows, commands, HTTP calls, hub messages, and the market's enumerations.
export * from '@openpit/terms';
export { anyDealReply } from './commands/deal-commands.ts';
export {
  type AllOrdersBody,
  type AllOrdersReply,
  type AnyInsertDoubleOrderBody,
  type AnyInsertOrderBody,
  byRequestIdQuery,
  type ChangeOrderBody,
  type DoubleOrderReply,
  type InsertOrderBody,
  type OrderActionBody,
  type OrderReply,
  type PreviewMarginBody,
  type PreviewMarginReply,
} from './commands/order-commands.ts';
export { anySiloReply } from './commands/silo-commands.ts';
export type { AddStrikeReply } from './commands/strike-commands.ts';
export * from './commands.ts';
export * from './data-sets.ts';
export * from './enumerations.ts';
export * from './http/errors.ts';
export * from './http/history.ts';
export * from './http/layout-document.ts';
export * from './http/own-accounts.ts';
export * from './http/own-actions.ts';
export * from './http/paths.ts';
export * from './http/phases.ts';
export * from './http/reports.ts';
export * from './http/session.ts';
export * from './http/sessions.ts';
export * from './http/static-data.ts';
export * from './http/two-factor.ts';
export * from './http/user-settings.ts';
export * from './hubs/market-hub.ts';
export { isRecord } from './json-text.ts';
export * from './permissions.ts';
export { plainText } from './plain-text.ts';
export type { OrderPricing } from './rows/active-order-row.ts';
export * from './rows/depth-row.ts';
export * from './rows/market-row.ts';
export * from './user-reads.ts';
