// The import circles that exist today, as findCircles names them. The list must be exactly what is found, so it only
// shrinks; when it is empty, delete it together with the test that reads it.
export const knownCircles: readonly string[] = [
  'files: apps/web/panels/chart/chart-drawing.ts, apps/web/panels/chart/own-levels.ts, apps/web/panels/chart/own-order-handles.tsx',
  'files: packages/pricing/implied-volatility/guess-deviation.ts, packages/pricing/implied-volatility/implied-deviation.ts',
  'rooms of apps/server/: genesis, history, market-server.ts',
  'rooms of apps/web/: http, stores',
  'rooms of apps/web/ui/: live-grid, panel-look.ts',
  'rooms of packages/signalr-server/: hub, metrics.ts',
  'rooms of packages/storage/: data-folder.ts, database',
];
