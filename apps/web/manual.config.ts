// The manual for dealers as a page of the application: `docs/dealers.md` with its pictures, at `/manual.html`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const fileName = 'manual.html';

const manualText = () => readFileSync(join(docs, 'dealers.md'), 'utf8');

/** The pictures of the manual, as it names them: `images/manual/order.webp`. */
const picturesOf = (text: string) => new Set(text.match(/images\/manual\/[a-z-]+\.webp/g));

async function manualPage(): Promise<string> {
  const content = await marked.parse(manualText());
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Manual for dealers – Openpit</title>
<link rel="icon" href="favicon.svg">
<link rel="stylesheet" href="manual.css">
</head>
<body><main>
${content}</main></body>
</html>
`;
}

export const manual: Plugin = {
  name: 'openpit-manual',
  configureServer(server) {
    server.middlewares.use(`/${fileName}`, (_request, response, next) => {
      manualPage().then((page) => response.setHeader('Content-Type', 'text/html').end(page), next);
    });
    server.middlewares.use('/images/manual', ({ url = '' }, response, next) => {
      const name = `images/manual${url}`;
      if (picturesOf(manualText()).has(name)) response.end(readFileSync(join(docs, name)));
      else next();
    });
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await manualPage() });
    for (const name of picturesOf(manualText()))
      this.emitFile({ type: 'asset', fileName: name, source: readFileSync(join(docs, name)) });
  },
};
