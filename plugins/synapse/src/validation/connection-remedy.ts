import { type FailureClassification, ident, type Remediation, type RemedyContext, sql } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import { accountOf } from '../setup-role.ts';

/** Returns the remedy for a login that has no user in the pool. */
export function connectionRemedy(actor: 'setup' | 'service') {
  return (failure: FailureClassification, context: RemedyContext<SynapseConfig>): Remediation | undefined => {
    if (failure.class !== 'missing-grant') return undefined;
    const { config, mode } = context;
    const account = accountOf(config, { actor, mode });
    if (account === undefined) return undefined;
    return {
      statements: [sql`CREATE USER ${ident(account)} FOR LOGIN ${ident(account)}`],
      runAs: `the administrator of the server, connected to ${config.database}`,
    };
  };
}
