import type { Session } from '@portcullis/plugin-api';

/** The part of a catalog, a role or a service account that this plugin reads. */
export interface NamedObject {
  readonly id: string;
  readonly name: string;
  /** The description, which has our mark if the object is ours. */
  readonly mark: string | undefined;
}

/** The account that is signed in. */
interface Account {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** A privilege of a role on a catalog. */
interface Grant {
  readonly id: string;
  readonly catalogId: string;
  readonly privilege: string;
}

/** The input for a service account. */
export interface NewServiceAccount {
  readonly name: string;
  readonly mark: string;
  readonly roleId: string;
  readonly permissions: readonly string[];
  readonly clientSecret: string;
}

/** The calls of this plugin to the platform. A missing object is `undefined`; a refused call throws. */
export interface PlatformCalls {
  account(signal: AbortSignal): Promise<Account>;
  catalog(name: string, signal: AbortSignal): Promise<NamedObject | undefined>;
  role(name: string, signal: AbortSignal): Promise<NamedObject | undefined>;
  roles(signal: AbortSignal): Promise<readonly NamedObject[]>;
  createRole(role: { readonly name: string; readonly mark: string }, signal: AbortSignal): Promise<void>;
  deleteRole(id: string, signal: AbortSignal): Promise<void>;
  grants(roleId: string, signal: AbortSignal): Promise<readonly Grant[]>;
  grant(roleId: string, grant: Omit<Grant, 'id'>, signal: AbortSignal): Promise<void>;
  revoke(roleId: string, grantId: string, signal: AbortSignal): Promise<void>;
  serviceAccount(name: string, signal: AbortSignal): Promise<NamedObject | undefined>;
  serviceAccounts(signal: AbortSignal): Promise<readonly NamedObject[]>;
  createServiceAccount(account: NewServiceAccount, signal: AbortSignal): Promise<void>;
  changeSecret(id: string, clientSecret: string, signal: AbortSignal): Promise<void>;
  deleteServiceAccount(id: string, signal: AbortSignal): Promise<void>;
}

/** A connection: one account on one platform. */
export interface PlatformSession extends Session {
  readonly calls: PlatformCalls;
}
