// Metrics that are read from the server on request, by kind. The name of a counter ends in `_total` and the name of a gauge does not:
// Prometheus treats the two differently, and `promtool check metrics` rejects other names.
import { Counter, Gauge, type Registry } from 'prom-client';

type CounterName = `openpit_${string}_total`;
type GaugeName<Name extends string> = Name extends CounterName ? never : Name;

/** A value for each combination of labels; without labels a single number. */
type Reading =
  | number
  | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
type Read = () => Reading | Promise<Reading>;

interface MetricKinds {
  /** A value that only grows while the server runs. */
  counter(name: CounterName, help: string, read: Read, labelNames?: readonly string[]): void;
  /** A value that rises and falls. */
  gauge<Name extends string>(
    name: GaugeName<Name>,
    help: string,
    read: Read,
    labelNames?: readonly string[],
  ): void;
}

export function metricKinds(registry: Registry): MetricKinds {
  const configuration = (name: string, help: string, labelNames: readonly string[]) => ({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  });
  return {
    counter: (name, help, read, labelNames = []) => {
      new Counter({
        ...configuration(name, help, labelNames),
        async collect() {
          const reading = await read();
          this.reset();
          if (typeof reading === 'number') this.inc(reading);
          else for (const { labels, value } of reading) this.inc(labels, value);
        },
      });
    },
    gauge: (name, help, read, labelNames = []) => {
      new Gauge({
        ...configuration(name, help, labelNames),
        async collect() {
          const reading = await read();
          if (typeof reading === 'number') this.set(reading);
          else for (const { labels, value } of reading) this.set(labels, value);
        },
      });
    },
  };
}
