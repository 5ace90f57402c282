import { type FailureClassification, ident, type Remediation, type RemedyContext, sql } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Engine } from '../engine.ts';
import { accountOf } from '../setup-role.ts';

/**
 * Returns the remedy for an account that may not connect. Only PostgreSQL has a privilege for it; on Amazon Redshift,
 * every account can connect to every database of its cluster.
 */
export function connectionRemedy(engine: Engine, actor: 'setup' | 'service') {
  return (failure: FailureClassification, context: RemedyContext<RedshiftConfig>): Remediation | undefined => {
    if (engine !== 'postgresql' || failure.class !== 'missing-grant') return undefined;
    const { config, mode } = context;
    const account = accountOf(config, { actor, mode }, engine);
    // The message of the server names the database of the refused connection, which can be either of the two.
    const named = [config.initialDatabase, config.database].filter((each) => failure.message.includes(`"${each}"`));
    if (account === undefined || named.length === 0) return undefined;
    return {
      statements: named.map((database) => sql`GRANT CONNECT ON DATABASE ${ident(database)} TO ${ident(account)}`),
      runAs: `a superuser or the owner of database ${named.join(' and ')}`,
    };
  };
}
