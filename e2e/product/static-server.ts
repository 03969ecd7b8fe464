// Serves the files of a folder, as any server of static sites does.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';

/** The folders that static-build writes, below the repository. */
const builtFolders = { gallery: 'apps/gallery/dist', demo: 'dist-demo' } as const;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface StaticServer {
  /** With the folder, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

/** `folder`: where the site is on its server, such as `/some/folder`. */
export async function serveBuilt(name: keyof typeof builtFolders, folder = ''): Promise<StaticServer> {
  const built = resolve(import.meta.dirname, '../..', builtFolders[name]);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://gallery');
    const path = pathname.startsWith(`${folder}/`) ? pathname.slice(folder.length) : '/outside';
    const file = join(built, path === '/' ? 'index.html' : path);
    try {
      const contents = await readFile(file);
      response.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        // The names of all files but the page contain a hash of their contents.
        'cache-control': file.endsWith('.html') ? 'no-store' : 'max-age=3600',
      });
      response.end(contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
