// The styles of Material, which Emotion makes at run time. The policy of the page allows no style elements, so they go into a style
// sheet that a script has constructed. Such a sheet comes after those of the page and would win over them: its rules are in a layer,
// which loses against our own.
import createCache, { type EmotionCache } from '@emotion/cache';

class ConstructedSheet {
  readonly key: string;
  readonly container: Node;
  readonly nonce = undefined;
  readonly isSpeedy = true;
  /** Emotion's global styles read these: they are where their elements would be. */
  readonly tags: HTMLStyleElement[] = [];
  before: Element | null = null;
  readonly #sheet = new CSSStyleSheet();

  constructor({ key, container }: { readonly key: string; readonly container: Node }) {
    this.key = key;
    this.container = container;
    document.adoptedStyleSheets.push(this.#sheet);
  }

  hydrate(): void {}

  insert(rule: string): void {
    try {
      this.#sheet.insertRule(`@layer material{${rule}}`, this.#sheet.cssRules.length);
    } catch {
      // A selector for another browser.
    }
  }

  flush(): void {
    this.#sheet.replaceSync('');
  }
}

export const materialStyles = createCache({ key: 'material' });
materialStyles.sheet = new ConstructedSheet(materialStyles.sheet) as unknown as EmotionCache['sheet'];
