import { differingLines } from '../differing-lines.ts';
import { fingerprintOf } from './fingerprints.ts';
import { describePlanted, type Planted } from './plant.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Compares foreign objects with their earlier state. Returns a line for each difference: missing and new parts. */
export async function describeHarm(server: PostgresServer, planted: readonly Planted[]): Promise<readonly string[]> {
  const harmed: string[] = [];
  for (const each of planted) {
    const now = await fingerprintOf(server, each.target);
    if (now === each.fingerprint) continue;
    const lines = differingLines(each.fingerprint, now).map((line) => `\n    ${line}`);
    const what = now === '' ? 'was dropped' : 'was changed or used';
    harmed.push(`${describePlanted(each)} ${what}:${lines.join('')}`);
  }
  return harmed;
}
