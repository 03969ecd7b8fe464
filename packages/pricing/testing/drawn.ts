// What an arbitrary of fast-check draws, as a type.
import type { Arbitrary } from 'fast-check';

export type Drawn<Source> = Source extends Arbitrary<infer Value> ? Value : never;
