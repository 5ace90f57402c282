/** The identity of the user. Source: Trino documentation, "Open Policy Agent access control". */
export interface TrinoIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
}

/** The resource of a request. It has only the parts that the operation needs. */
export interface TrinoResource {
  readonly catalog?: { readonly name: string };
  readonly schema?: { readonly catalogName: string; readonly schemaName?: string };
  readonly table?: TrinoTable;
  readonly column?: TrinoColumn;
  readonly user?: { readonly user: string; readonly groups?: readonly string[] };
  readonly function?: {
    readonly functionName: string;
    readonly catalogSchema?: { readonly catalogName: string; readonly schemaName?: string };
  };
  readonly systemSessionProperty?: { readonly name: string };
  readonly catalogSessionProperty?: { readonly catalogName: string; readonly propertyName: string };
}

/** A table or view, with the requested columns. */
export interface TrinoTable {
  readonly catalogName: string;
  readonly schemaName: string;
  readonly tableName: string;
  readonly columns?: readonly string[];
}

/** A column with its type. */
export interface TrinoColumn {
  readonly catalogName: string;
  readonly schemaName: string;
  readonly tableName: string;
  readonly columnName: string;
  readonly columnType?: string;
}

/** The owner of a cluster's key. */
export interface TrinoCluster {
  /** The integration whose key the cluster used. */
  readonly integrationId: number;
  /** The tenant of the integration; absent or empty for the default tenant. */
  readonly tenant?: string;
}

/** The parts that all requests for a decision have. */
export interface TrinoDecisionRequest extends TrinoCluster {
  readonly identity: TrinoIdentity;
  /** The Trino release of the cluster. */
  readonly trinoVersion: string | undefined;
  /** The id of the query; releases before 477 do not send it. */
  readonly queryId: string | undefined;
  /** The properties in the file that `opa.context-file` names on the cluster; undefined if it does not send any. */
  readonly properties: Readonly<Record<string, string>> | undefined;
}

/** A request to decide whether a user may perform an operation. */
export interface TrinoAccessRequest extends TrinoDecisionRequest {
  /** `SelectFromColumns`, `CreateTable`, `FilterTables`, … as Trino names them. */
  readonly operation: string;
  readonly resource: TrinoResource | undefined;
  /** The target of a renaming. */
  readonly targetResource: TrinoResource | undefined;
  /** The grantee, or the new owner. */
  readonly grantee: { readonly name: string; readonly type: string } | undefined;
}

/** A SQL expression that Trino evaluates as the user of the query, or as `identity`. */
export interface TrinoExpression {
  readonly expression: string;
  readonly identity?: string;
}

/** The decisions of a host for its Trino clusters. */
export interface TrinoAccessPolicy {
  /** Returns whether an operation is allowed. */
  allow(request: TrinoAccessRequest): boolean | Promise<boolean>;
  /**
   * Returns whether each of several resources is visible, in the order of the requests. @default calls `allow` for
   * each request
   */
  allowEach?(requests: readonly TrinoAccessRequest[]): readonly boolean[] | Promise<readonly boolean[]>;
  /** Returns conditions that every visible row of a table meets. @default none */
  rowFilters?(
    request: TrinoDecisionRequest & { readonly table: TrinoTable },
  ): readonly TrinoExpression[] | Promise<readonly TrinoExpression[]>;
  /** Returns the expression that replaces a column; undefined for the column itself. @default no column is masked */
  columnMask?(
    request: TrinoDecisionRequest & { readonly column: TrinoColumn },
  ): TrinoExpression | undefined | Promise<TrinoExpression | undefined>;
}
