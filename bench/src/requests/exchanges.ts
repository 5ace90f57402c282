import { warehouseBody } from './platform/warehouse-config.ts';

/** One kind of request that is measured. */
export interface Exchange {
  readonly name: 'GET one' | 'GET list of 100' | 'POST dryRun';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** The goal on Express, if there is one: the maximum time as a multiple of the bare handler's time. */
  readonly goal?: number;
}

/** The number of integrations that exist while requests are measured. */
export const INTEGRATION_COUNT = 100;

/** The requests that are measured. */
export const EXCHANGES: readonly Exchange[] = [
  { name: 'GET one', method: 'GET', path: '/integrations/50', goal: 2 },
  { name: 'GET list of 100', method: 'GET', path: '/integrations' },
  {
    name: 'POST dryRun',
    method: 'POST',
    path: '/integrations?dryRun=true',
    body: JSON.stringify(warehouseBody('warehouse-new.example')),
  },
];

/** The responses of a server to each exchange, as JSON text. */
export type ScriptedResponses = Readonly<Record<Exchange['name'], string>>;
