import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { ResolvedFixture } from '../kill-matrix/fixtures.ts';
import type { StoreSupply } from '../kill-matrix/store-supply.ts';
import type { Victims } from '../kill-matrix/victims.ts';
import type { Run } from './plan-runs.ts';
import type { PostgresServer } from './postgres-server.ts';
import type { Target } from './targets.ts';

/** Dependencies of a run. */
export interface Harness {
  readonly server: PostgresServer;
  readonly stores: StoreSupply;
  readonly victims: Victims;
  readonly definition: AnyPluginDefinition;
  readonly fixture: ResolvedFixture;
  /** The names that are taken. */
  readonly targets: readonly Target[];
  /** Milliseconds from the record of an operation in the store to its end, from the latest measurement. */
  readonly lengths: Record<Run['operation'], number>;
}
