// A part of the screen that scrolls and holds nothing to focus: it takes the focus itself, so that the keyboard can scroll it.
import type { ReactNode } from 'react';

export type ScrollRegionProps = {
  readonly className?: string | undefined;
  readonly children: ReactNode;
} & ({ readonly 'aria-label': string } | { readonly 'aria-labelledby': string });

export function ScrollRegion({ children, ...rest }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it by keyboard in every browser
    <section {...rest} tabIndex={0}>
      {children}
    </section>
  );
}
