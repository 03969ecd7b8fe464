// The type of the values that an arbitrary of fast-check generates.
import type { Arbitrary } from 'fast-check';

export type Generated<Source> = Source extends Arbitrary<infer Value> ? Value : never;
