import type { Engine } from '../engine.ts';
import { derivedServiceAccount } from '../names/derived-service-account.ts';
import { amazonEndpoint } from './amazon-host.ts';
import { foldAscii } from './name-schema.ts';
import { SYSTEM_PREFIXES } from './system-names.ts';

/** The fields of a config that can contradict one another. */
interface CrossCheckedFields {
  readonly database: string;
  readonly initialDatabase: string;
  readonly username?: string;
  readonly impersonation: { readonly enabled: boolean; readonly role?: string | undefined };
}

/** A problem between the fields of a config. */
export interface Contradiction {
  readonly path: string[];
  readonly message: string;
}

/**
 * Returns the problem with a host for a sign-in through Okta: only Amazon's own names contain the cluster or workgroup
 * and the region, which requests for temporary credentials need.
 */
export function endpointProblems(host: string): readonly Contradiction[] {
  if (amazonEndpoint(host)) return [];
  const message =
    'To sign in through Okta, use the endpoint name that Amazon assigns: it contains the cluster or workgroup and the region.';
  return [{ path: ['host'], message }];
}

/**
 * The problem with a colon in the name of a role. Amazon Redshift grants the role `<namespace>:<group>` to the members of that group at
 * sign-in. Source: Amazon Redshift Management Guide, "Automatically create Amazon Redshift roles for AWS IAM Identity Center".
 */
const MAPPED_ROLE =
  'Amazon Redshift grants a role with a colon in its name to a group of an identity provider: choose a name without a colon.';

/** Returns the problems between the fields of a config. */
export function contradictionsIn(config: CrossCheckedFields, engine: Engine): readonly Contradiction[] {
  const { database, initialDatabase, username, impersonation } = config;
  const accounts = [derivedServiceAccount(database, engine), ...(username === undefined ? [] : [username])];
  const isAccount = accounts.some((account) => impersonation.role === foldAscii(account));
  // Without a name in the config, the role is named after the database.
  const role = impersonation.role ?? (impersonation.enabled ? database : '');
  // The schema has refused the prefixes of the platform.
  const isMapped =
    engine === 'redshift' &&
    role.includes(':') &&
    !SYSTEM_PREFIXES.some((prefix) => role.toLowerCase().startsWith(prefix));
  return [
    ...(database === initialDatabase
      ? [{ path: ['database'], message: 'The managed database and the initial database must be different databases.' }]
      : []),
    ...(isAccount
      ? [
          {
            path: ['impersonation', 'role'],
            message: 'A role cannot have the name of an account (see CREATE ROLE): choose another name.',
          },
        ]
      : []),
    ...(isMapped ? [{ path: ['impersonation', 'role'], message: MAPPED_ROLE }] : []),
  ];
}
