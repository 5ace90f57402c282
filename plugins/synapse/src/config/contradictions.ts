import { derivedAccountName, impersonationRoleName } from '../names/object-names.ts';

/** The fields of a config that can contradict one another. */
interface CrossCheckedFields {
  readonly database: string;
  readonly schema: string;
  readonly username: string;
  readonly password: string;
  readonly impersonation: { readonly enabled: boolean; readonly role?: string | undefined };
}

/** A problem between the fields of a config. */
export interface Contradiction {
  readonly path: string[];
  readonly message: string;
}

/** Returns the problems between the fields of a config. */
export function contradictionsIn(config: CrossCheckedFields): readonly Contradiction[] {
  const { username, password, impersonation } = config;
  const accounts = [derivedAccountName(config), username].map(folded);
  const isAccount = impersonation.enabled && accounts.includes(folded(impersonationRoleName(config)));
  return [
    ...(isAccount
      ? [
          {
            path: ['impersonation', 'role'],
            message:
              'A role cannot have the name of a user, since roles and users share one namespace: choose another name.',
          },
        ]
      : []),
    // "CREATE LOGIN": a password must not contain the name of its login.
    ...(folded(password).includes(folded(username))
      ? [{ path: ['password'], message: 'The password must not contain the user name.' }]
      : []),
  ];
}

/** Folds the case of a name, because the default collation of pools and that of `master` ignore case. */
function folded(name: string): string {
  return name.toLowerCase();
}
