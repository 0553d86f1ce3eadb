/** A token bucket with a constant refill rate. */
export interface Capacity {
  /**
   * Takes units if enough are left, otherwise takes none.
   * @returns true if they were taken
   */
  take(units: number): boolean;
}

/**
 * Creates a token bucket.
 * @param now the time in milliseconds
 * @param burst the bucket's size; by default, the units of one second
 */
export const capacity = (perSecond: number, now: () => number, burst = perSecond): Capacity => {
  let left = burst;
  let at = now();
  return {
    take: (units) => {
      left = Math.min(burst, left + ((now() - at) / 1000) * perSecond);
      at = now();
      if (left < units) return false;
      left -= units;
      return true;
    },
  };
};

/**
 * Write units per second of one partition of a table or an index (AWS docs, "Best practices for designing partition
 * keys").
 */
const PARTITION_UNITS = 1000;

/** A write to the table, and the partitions of the index entries that it changes. */
export interface Write {
  units: number;
  /** The item's partition. Given only if many writes go to it, such as to a user's counters. */
  partition?: string;
  index?: string[];
}

interface WriteCapacity {
  /**
   * Returns false if the write is throttled, so nothing was written. A throttled index also throttles the table's
   * write.
   */
  write(write: Write): boolean;
  /** Number of throttled writes, by cause. */
  throttled: { table: number; partition: number; index: number };
  /** The most units written in one second, to the table and to one partition of the index. */
  most: { table: number; indexPartition: number };
}

/**
 * Models the write capacity of an on-demand table and its index. It is constant: it neither grows nor includes unused
 * units of earlier seconds. AWS docs: "Understanding GSI write throttling and back pressure in DynamoDB",
 * "Understanding DynamoDB warm throughput".
 */
export const writeCapacity = (unitsPerSecond: number, now: () => number): WriteCapacity => {
  const table = capacity(unitsPerSecond, now);
  const index = capacity(unitsPerSecond, now);
  const partitions = new Map<string, Capacity>();
  const throttled = { table: 0, partition: 0, index: 0 };
  const most = { table: 0, indexPartition: 0 };
  let second = 0;
  let counts = new Map<string, number>();

  const partition = (name: string): Capacity => {
    const known = partitions.get(name) ?? capacity(PARTITION_UNITS, now);
    partitions.set(name, known);
    return known;
  };
  const count = (name: string, units: number): number => {
    const at = Math.floor(now() / 1000);
    if (at !== second) {
      second = at;
      counts = new Map();
      // Partitions of past time slots are dropped, so they do not accumulate.
      if (partitions.size > 5000) partitions.clear();
    }
    const sum = (counts.get(name) ?? 0) + units;
    counts.set(name, sum);
    return sum;
  };

  return {
    write: (write) => {
      const entries = write.index ?? [];
      if (!entries.every((name) => partition(name).take(1)) || (entries.length > 0 && !index.take(entries.length))) {
        throttled.index += 1;
        return false;
      }
      if (write.partition !== undefined && !partition(write.partition).take(write.units)) {
        throttled.partition += 1;
        return false;
      }
      if (!table.take(write.units)) {
        throttled.table += 1;
        return false;
      }
      most.table = Math.max(most.table, count('', write.units));
      for (const name of entries) most.indexPartition = Math.max(most.indexPartition, count(name, 1));
      return true;
    },
    throttled,
    most,
  };
};
