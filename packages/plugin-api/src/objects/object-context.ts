import type { SetupMode } from '../platform/connection.ts';
import type { FactValues } from '../platform/facts.ts';

/** The only input of the list of managed objects in addition to the config: `objects` is pure. */
export interface ObjectContext<Facts extends FactValues> {
  readonly mode: SetupMode;
  /** Known facts; in a script some are unknown, and `factSlot()` leaves a place to fill in. */
  readonly facts: Partial<Facts>;
  /** The mark of an object: `portcullis:<instance>:<target>:<key>` in a form that fits comments, tags and marker tables. */
  mark(key: string): string;
  /** Options of this instance for plugins, such as `tableGrantsRolePrefix`. */
  readonly options: Readonly<Record<string, unknown>>;
}
