// Contexts without a default value. A default that does nothing would make a button silently dead when its component is rendered
// outside the provider; this context throws instead, with the name of the missing context.
import { createContext, type Provider, useContext } from 'react';

/** A provider, and the hook that reads it. The hook throws outside the provider; `name` is in the message. */
export function createRequiredContext<T extends object>(
  name: string,
): readonly [Provider<T | null>, () => T] {
  const context = createContext<T | null>(null);
  const useIt = () => {
    const value = useContext(context);
    if (value === null) throw new Error(`${name} is used outside its provider.`);
    return value;
  };
  return [context.Provider, useIt];
}
