// The server from its TypeScript sources, for `npm run dev`: tsx runs it and restarts it at every change.
import(new URL('../apps/server/main.ts', import.meta.url).href).then(({ main }) =>
  main(process.argv.slice(2)),
);
