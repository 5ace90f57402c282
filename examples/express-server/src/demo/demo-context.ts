import type { RunningExample } from '@portcullis/example-shared';
import type { Client } from './create-client.ts';
import type { DeliveryLog } from './create-delivery-log.ts';
import type { Statement } from './statement-log.ts';

/** The context that the steps of the demo share. */
export interface DemoContext {
  readonly example: RunningExample;
  readonly send: Client;
  readonly deliveries: DeliveryLog;
  /** The statements that have run since the last call. */
  takeStatements(): readonly Statement[];
  print(line: string): void;
}

/** The name of the managed database. */
export const DATABASE = 'governance';
/** The role that the edit adds. */
export const IMPERSONATION_ROLE = 'governance_impersonation';
