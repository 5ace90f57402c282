import type { Session, Sql } from '@portcullis/plugin-api';
import type { Row } from './statement-runner.ts';

/** The types of objects with privileges. */
export type SecurableType = 'metastore' | 'catalog' | 'schema' | 'table' | 'external_location';

/** A privilege on an object, or one of several. */
export interface HeldPrivilege {
  readonly on: SecurableType;
  /** The full name; the id, for a metastore. */
  readonly name: string;
  readonly anyOf: readonly string[];
}

/** The part of a catalog, schema or model that this plugin reads. Sources: "Catalogs API", "Schemas API", "Registered Models API". */
export interface Securable {
  readonly name: string;
  readonly owner: string;
  readonly comment: string;
}

/** A storage location. Source: "External Locations API". */
export interface ExternalLocation {
  readonly name: string;
  readonly owner: string;
  readonly url: string;
}

/** The kind of object on which a policy by attributes is defined. Sources: "ABAC Policies API"; "CREATE POLICY". */
export type PolicyScope = 'metastore' | 'catalog' | 'schema' | 'table';

/** A policy by attributes, which applies to the tables of its object. Source: "ABAC Policies API". */
export interface TagPolicy {
  readonly name: string;
  /** The full name of the function of its row filter or column mask; empty for a policy without one. */
  readonly function: string;
}

/** The metastore of a workspace. Source: "Metastores API", Get a metastore summary. */
interface Metastore {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly region: string;
  /** True if catalogs without a managed location have a default one. */
  readonly hasStorage: boolean;
}

/** A SQL warehouse. Source: "Warehouses API", Get warehouse info. */
interface Warehouse {
  readonly name: string;
  /** `RUNNING`, `STARTING`, `STOPPED`, `STOPPING`, `DELETED` or `DELETING`. */
  readonly state: string;
}

/**
 * An open connection: one account, one workspace, one warehouse. A missing object is `undefined`; a hidden one
 * throws.
 */
export interface DatabricksSession extends Session {
  /** Returns the signed-in principal: the application id of a service principal, the e-mail address of a user. */
  principal(signal: AbortSignal): Promise<string>;
  /**
   * Returns the identities whose ownership and grants apply to the signed-in principal: itself, its groups, and the
   * group of all accounts.
   */
  identities(signal: AbortSignal): Promise<ReadonlySet<string>>;
  warehouse(signal: AbortSignal): Promise<Warehouse | undefined>;
  metastore(signal: AbortSignal): Promise<Metastore>;
  catalog(name: string, signal: AbortSignal): Promise<Securable | undefined>;
  catalogs(signal: AbortSignal): Promise<readonly Securable[]>;
  /** Returns the locations on which the principal has any privilege; a metastore admin sees all. */
  externalLocations(signal: AbortSignal): Promise<readonly ExternalLocation[]>;
  schema(catalog: string, name: string, signal: AbortSignal): Promise<Securable | undefined>;
  schemas(catalog: string, signal: AbortSignal): Promise<readonly Securable[]>;
  /** Lists the registered models of a schema, which the information schema does not contain. */
  models(catalog: string, schema: string, signal: AbortSignal): Promise<readonly Securable[]>;
  /**
   * Lists the policies that are defined on an object, without inherited ones. None if the principal may not see them,
   * which requires MANAGE, or if the workspace does not have them.
   *
   * @param name - the full name; of a metastore, its name.
   */
  tagPolicies(on: PolicyScope, name: string, signal: AbortSignal): Promise<readonly TagPolicy[]>;
  /**
   * Returns whether a principal has one of several privileges, also by inheritance. Privileges have the form of
   * responses (`USE_CATALOG`). For the signed-in principal, those of its groups are included.
   */
  holds(held: HeldPrivilege, principal: string, signal: AbortSignal): Promise<boolean>;
  /** Returns whether the account has a group of this name. */
  hasGroup(name: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Runs a query on the warehouse and returns its rows; retries it after a network failure or a transient failure.
   */
  query(statement: Sql, signal: AbortSignal): Promise<readonly Row[]>;
}
