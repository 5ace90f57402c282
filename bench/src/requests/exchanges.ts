import { warehouseBody } from './platform/warehouse-config.ts';

/** One kind of request that is measured. */
export interface Exchange {
  readonly name: 'GET one' | 'GET list of 100' | 'POST dryRun';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** How many times the bare handler's time it may take on Express, where there is a goal. */
  readonly goal?: number;
}

/** How many integrations there are when requests are measured. */
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

/** What a server answered to each exchange, as JSON text. */
export type Answers = Readonly<Record<Exchange['name'], string>>;
