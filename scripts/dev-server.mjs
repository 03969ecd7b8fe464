// The server from its TypeScript sources, for `npm run dev`: run by tsx, which starts it again at every change.
import(new URL('../apps/server/main.ts', import.meta.url).href).then(({ main }) =>
  main(process.argv.slice(2)),
);
