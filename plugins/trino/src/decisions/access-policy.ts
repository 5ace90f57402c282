/** The identity that asks. Source: Trino documentation, "Open Policy Agent access control". */
export interface TrinoIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
}

/** The resource of a question. It has only the parts that fit the operation. */
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

/** A table or view, with the columns that are asked for. */
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

/** The common parts of every question. */
export interface TrinoQuestion extends TrinoCluster {
  readonly identity: TrinoIdentity;
  /** The Trino release that asks. */
  readonly trinoVersion: string | undefined;
  /** The id of the query; releases before 477 do not send it. */
  readonly queryId: string | undefined;
}

/** "May this user do that?" */
export interface TrinoAccessQuestion extends TrinoQuestion {
  /** `SelectFromColumns`, `CreateTable`, `FilterTables`, … as Trino names them. */
  readonly operation: string;
  readonly resource: TrinoResource | undefined;
  /** The target of a renaming. */
  readonly targetResource: TrinoResource | undefined;
  /** The grantee, or the new owner. */
  readonly grantee: { readonly name: string; readonly type: string } | undefined;
}

/** A SQL expression that Trino evaluates, as the asking user or as `identity`. */
export interface TrinoExpression {
  readonly expression: string;
  readonly identity?: string;
}

/** The decisions of a host for its Trino clusters. */
export interface TrinoAccessPolicy {
  /** Returns whether an operation is allowed. */
  allow(question: TrinoAccessQuestion): boolean | Promise<boolean>;
  /**
   * Returns the visible ones of several resources: answers in the order of the questions. @default `allow`, asked for each
   * of them
   */
  allowEach?(questions: readonly TrinoAccessQuestion[]): readonly boolean[] | Promise<readonly boolean[]>;
  /** Conditions that every row of a table must meet to be seen. @default none */
  rowFilters?(
    question: TrinoQuestion & { readonly table: TrinoTable },
  ): readonly TrinoExpression[] | Promise<readonly TrinoExpression[]>;
  /** Returns the expression shown instead of a column; undefined: the column itself. @default no column is masked */
  columnMask?(
    question: TrinoQuestion & { readonly column: TrinoColumn },
  ): TrinoExpression | undefined | Promise<TrinoExpression | undefined>;
}
