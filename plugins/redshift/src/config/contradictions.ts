import type { Engine } from '../engine.ts';
import { derivedServiceAccount } from '../names/derived-service-account.ts';
import { amazonEndpoint } from './amazon-host.ts';
import { foldAscii } from './name-schema.ts';

/** The parts of a config that can contradict one another. */
interface JoinedFields {
  readonly database: string;
  readonly initialDatabase: string;
  readonly username?: string;
  readonly impersonation: { readonly role?: string | undefined };
}

/** Something that is wrong with a config as a whole. */
export interface Contradiction {
  readonly path: string[];
  readonly message: string;
}

/** Temporary credentials are asked for by cluster or workgroup and region, which only Amazon's own names tell. */
export function endpointProblems(host: string): readonly Contradiction[] {
  if (amazonEndpoint(host)) return [];
  const message =
    'To sign in through Okta, use the endpoint name that Amazon assigns: cluster or workgroup and region are read from it.';
  return [{ path: ['host'], message }];
}

/** The rules that join several fields of a config. */
export function contradictionsIn(config: JoinedFields, engine: Engine): readonly Contradiction[] {
  const { database, initialDatabase, username, impersonation } = config;
  const accounts = [derivedServiceAccount(database, engine), ...(username === undefined ? [] : [username])];
  const isAccount = accounts.some((account) => impersonation.role === foldAscii(account));
  return [
    ...(database === initialDatabase
      ? [{ path: ['database'], message: 'The managed database and the initial database must be two databases.' }]
      : []),
    ...(isAccount
      ? [
          {
            path: ['impersonation', 'role'],
            message: 'A role cannot have the name of an account (CREATE ROLE): choose another name.',
          },
        ]
      : []),
  ];
}
