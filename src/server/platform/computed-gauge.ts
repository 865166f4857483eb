// Gauges whose value is computed when the metrics are read.
import { Gauge } from 'prom-client';
import { measureSpace } from './storage/disk-space.ts';

/** @param read returns undefined while there is no value: the metric is then absent */
export function createComputedGauge(
  name: string,
  help: string,
  read: () => Promise<number | undefined> | number | undefined,
): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/** Seconds since 1970, as Prometheus counts. */
export const toUnixSeconds = (time: Date | null | undefined): number | undefined =>
  time ? Math.floor(time.getTime() / 1000) : undefined;

/** @param folder where the portal keeps its data */
export const createDiskGauge = (folder: string): Gauge =>
  createComputedGauge(
    'data_disk_free_ratio',
    'Free part of the disk that holds DATA_DIR, from 0 to 1',
    async () => {
      const { free, total } = await measureSpace(folder);
      return free / total;
    },
  );
