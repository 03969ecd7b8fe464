import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createRequiredContext } from './required-context.ts';

const [Provider, useFrame] = createRequiredContext<{ readonly name: string }>('The frame');
const Shown = () => createElement('b', null, useFrame().name);

describe('a context without a default', () => {
  it('returns the value of its provider', () => {
    expect(renderToString(createElement(Provider, { value: { name: 'desk' } }, createElement(Shown)))).toBe(
      '<b>desk</b>',
    );
  });

  it('throws outside its provider, with the name of the missing value', () => {
    expect(() => renderToString(createElement(Shown))).toThrow('The frame is used outside its provider.');
  });
});
