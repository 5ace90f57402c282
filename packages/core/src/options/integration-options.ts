/** Options of validation runs, on request and recurring. */
export interface ValidationOptions {
  /** Milliseconds for a whole validation run, for all types or by type. @default 120,000 */
  readonly validationBudgetMs?: number | Readonly<Record<string, number>>;
  /** Maximum number of concurrent tests. @default 4 */
  readonly validationConcurrency?: number;
  /** True to detect drift during the recurring validation. @default true */
  readonly driftDetection?: boolean;
  /** Days before the expiry of a secret at which the event `secret.expiring` begins. @default 14 */
  readonly secretExpiryWarningDays?: number;
}

/** Options of operations: set-up, changes and removal. */
export interface OperationOptions {
  /** Maximum duration of one statement in milliseconds. @default 60,000 */
  readonly statementDeadlineMs?: number;
  /** Repetitions of a statement or connection after a transient failure. @default 2 */
  readonly transientRetries?: number;
  /** Milliseconds after which the operation of a dead process is ended. @default 30,000 */
  readonly leaseMs?: number;
  /** Milliseconds between two polls of the store for clients that follow an integration. @default 1,000 */
  readonly progressPollMs?: number;
}

/** Options of the stored records. */
export interface RecordOptions {
  /**
   * True to migrate integrations that an older version of a plugin has stored when an instance starts. Leave it off while
   * nodes with the older version still run: those refuse records of the newer one. @default false
   */
  readonly migrateAtStart?: boolean;
  /** Days for which deleted and disabled records are kept for pollers. @default 30 */
  readonly endedRetentionDays?: number;
}

/** Options of integrations. */
export interface IntegrationOptions extends ValidationOptions, OperationOptions, RecordOptions {}
