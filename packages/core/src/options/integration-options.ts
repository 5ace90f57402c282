/** Options of validation runs, on request and recurring. */
export interface ValidationOptions {
  /** Milliseconds for a whole validation run, for all types or by type. @default 120,000 */
  readonly validationBudgetMs?: number | Readonly<Record<string, number>>;
  /** Tests that run at once. @default 4 */
  readonly validationConcurrency?: number;
  /** True to detect drift during the recurring validation. @default true */
  readonly driftDetection?: boolean;
  /** Days before its end that the host is told of a secret (`secret.expiring`). @default 14 */
  readonly secretExpiryWarningDays?: number;
}

/** Options of operations: set-up, changes and removal. */
export interface OperationOptions {
  /** Milliseconds one statement may take. @default 60,000 */
  readonly statementDeadlineMs?: number;
  /** Repetitions of a statement or connection after a transient failure. @default 2 */
  readonly transientRetries?: number;
  /** Milliseconds after which the operation of a dead process is ended. @default 30,000 */
  readonly leaseMs?: number;
  /** Milliseconds between two looks at the store for those who follow an integration. @default 1,000 */
  readonly progressPollMs?: number;
}

/** Options of the stored records. */
export interface RecordOptions {
  /**
   * True to migrate integrations that an older version of a plugin has stored when an instance starts. Leave it off while
   * nodes with the older version still run: those refuse records of the newer one. @default false
   */
  readonly migrateAtStart?: boolean;
  /** Days that deleted and disabled records are kept for pollers. @default 30 */
  readonly endedRetentionDays?: number;
}

/** Options of integrations. */
export interface IntegrationOptions extends ValidationOptions, OperationOptions, RecordOptions {}
