import { statusPage } from './page.ts';
import { emptyRecord, type StatusRecord, statusRecordSchema } from './record.ts';

/** The objects of the status page in the site's bucket. */
export const STATUS_RECORD = 'status/history.json';
export const STATUS_PAGE = 'status/index.html';

/** An object's text and its version, which changes with every write. */
interface StoredText {
  text: string;
  version: string;
}

export interface StatusPorts {
  /** @returns undefined if the record does not exist */
  read(): Promise<StoredText | undefined>;
  /**
   * Replaces the record.
   * @param seen the replaced version; undefined if there was none
   * @returns false if the record has another version by now, and nothing was written
   */
  write(text: string, seen: string | undefined): Promise<boolean>;
  show(page: string): Promise<void>;
  everyMinutes: number;
}

/** The canary and the operator rarely write at the same moment. */
const MAX_TRIES = 3;

/** Changes the record and redraws the page, whose days end at the given time or the last check. */
export const publishStatus = async (
  ports: StatusPorts,
  now: Date,
  change: (record: StatusRecord) => StatusRecord,
): Promise<StatusRecord> => {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const stored = await ports.read();
    const before = stored ? statusRecordSchema.parse(JSON.parse(stored.text)) : emptyRecord(ports.everyMinutes);
    const record = { ...change(before), everyMinutes: ports.everyMinutes };
    if (!(await ports.write(JSON.stringify(record), stored?.version))) continue;
    const shownAt = Math.max(now.getTime(), ...record.checks.slice(-1).map(({ at }) => Date.parse(at)));
    await ports.show(statusPage(record, new Date(shownAt)));
    return record;
  }
  throw new Error('The status record could not be saved because of repeated concurrent changes');
};
