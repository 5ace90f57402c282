import { isDeepStrictEqual } from 'node:util';
import type { ReceiverFault } from './receiver-fault.ts';
import { type ObservedEnd, READ_LIMIT } from './run-fault.ts';

const CONNECTING: ReadonlySet<string> = new Set(['dns', 'connect', 'tls']);

/** Returns one line about a delivery that did not end as its row requires. Undefined for a correct end. */
export function differenceOf({ end }: ReceiverFault, observed: ObservedEnd): string | undefined {
  const { keptBytes, readBytes, ...seen } = observed;
  const expected = { sockets: 0, repeated: false, ...end, connect: CONNECTING.has(end.phase ?? '') };
  if (!isDeepStrictEqual({ ...seen }, { ...expected }))
    return `${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`;
  if (keptBytes > 16_384) return `kept ${keptBytes} bytes of the response`;
  if (readBytes > READ_LIMIT) return `read ${readBytes} bytes, more than ${READ_LIMIT}`;
  return undefined;
}
