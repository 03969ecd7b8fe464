// The manual for dealers as a page of the application: `docs/dealers.md`, at `/manual.html`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '..', '..', 'docs', 'dealers.md');
const fileName = 'manual.html';

async function manualPage(): Promise<string> {
  const content = await marked.parse(readFileSync(source, 'utf8'));
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
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await manualPage() });
  },
};
