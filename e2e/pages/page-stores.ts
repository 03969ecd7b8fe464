// The stores of a page: the data that the application has received, whether a screen shows it or not. The module of the build that exports
// them is the same module that the page uses, so importing it again loads nothing.
import type { Page } from '@playwright/test';

/** By export of a module and, for tables of stores, by name in it: the status and all rows as JSON, sorted. */
type PageStores = Readonly<Record<string, string>>;

/** A script for the page. As text, because its functions run there. */
const readStores = `(async () => {
  const isStore = (value) => typeof value?.keys === 'function' && typeof value.get === 'function' && typeof value.status === 'function';
  const isDepthStore = (value) => typeof value?.onDepth === 'function';
  // Two pages may have merged the fields of a row in another order.
  const rowText = (row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
  const textOf = (store) =>
    store.status() + '\\n' + [...store.keys()].map((key) => rowText(store.get(key))).sort().join('\\n');
  const stores = {};
  const depths = {};
  const displaySeqs = new Set();
  const scripts = [...document.querySelectorAll('script[src], link[rel="modulepreload"]')].map((element) => element.src ?? element.href);
  for (const address of new Set(scripts)) {
    const file = address.replace(/.*\\//, '');
    for (const [name, value] of Object.entries(await import(address))) {
      if (isStore(value)) stores[file + ' ' + name] = value;
      else if (isDepthStore(value)) depths[file + ' ' + name] = value;
      else if (value?.constructor === Object)
        for (const [of, one] of Object.entries(value)) if (isStore(one)) stores[file + ' ' + name + '.' + of] = one;
    }
  }
  const texts = {};
  for (const [name, store] of Object.entries(stores)) {
    texts[name] = textOf(store);
    for (const key of store.keys()) {
      const { displaySeq } = store.get(key);
      if (displaySeq !== undefined) displaySeqs.add(displaySeq);
    }
  }
  for (const [name, store] of Object.entries(depths))
    for (const displaySeq of displaySeqs) texts[name + ' ' + displaySeq] = JSON.stringify(store.get(displaySeq));
  return texts;
})()`;

export async function storesOf(page: Page): Promise<PageStores> {
  return (await page.evaluate(readStores)) as PageStores;
}

/** One line for each store that differs, with the first row that does. */
export function differences(a: PageStores, b: PageStores): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const [mine, theirs] = [(a[name] ?? 'nothing').split('\n'), (b[name] ?? 'nothing').split('\n')];
    const at = mine.findIndex((row, index) => row !== theirs[index]);
    if (at === -1 && mine.length === theirs.length) return [];
    return [`${name}: ${mine[at] ?? 'nothing'} and not ${theirs[at === -1 ? mine.length : at] ?? 'nothing'}`];
  });
}
