// What travels between browser and server: rows, commands, hub and HTTP contracts, and the specification's own words.
export * from './commands/order-commands.ts';
export * from './enumerations.ts';
export * from './http/errors.ts';
export * from './http/layout-document.ts';
export * from './http/paths.ts';
export * from './http/session.ts';
export * from './http/static-data.ts';
export * from './http/user-settings.ts';
export * from './hubs/market-hub.ts';
export * from './permissions.ts';
export * from './rows/active-order-row.ts';
export * from './rows/completed-order-row.ts';
export * from './rows/deal-row.ts';
export * from './rows/depth-row.ts';
export * from './rows/market-row.ts';
export * from './rows/position-row.ts';
export * from './rows/reference-rows.ts';
