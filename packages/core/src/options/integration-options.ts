/** Options of validation runs, on request and recurring. */
export interface ValidationOptions {
  /**
   * Milliseconds for a whole validation run, for all types or by type.
   * @remarks Raise it for platforms whose warehouses take minutes to resume.
   * @default 120,000
   */
  readonly validationBudgetMs?: number | Readonly<Record<string, number>>;
  /**
   * Maximum number of concurrent tests.
   * @remarks Lower it if a platform limits sessions. Raise it if runs with many tests take too long.
   * @default 4
   */
  readonly validationConcurrency?: number;
  /**
   * True to detect drift during the recurring validation.
   * @remarks Set it to false to save the queries on the platform, or if another tool observes the objects.
   * @default true
   */
  readonly driftDetection?: boolean;
  /**
   * Days before the expiry of a secret at which the event `secret.expiring` begins.
   * @remarks Raise it if the rotation of a secret takes longer in your company.
   * @default 14
   */
  readonly secretExpiryWarningDays?: number;
}

/** Options of operations: set-up, changes and removal. */
export interface OperationOptions {
  /**
   * Maximum duration of one statement in milliseconds.
   * @remarks Raise it if single statements take longer, for example on large catalogues.
   * @default 60,000
   */
  readonly statementDeadlineMs?: number;
  /**
   * Repetitions of a statement or connection after a transient failure.
   * @remarks Raise it for platforms with frequent short outages. Set it to 0 in tests.
   * @default 2
   */
  readonly transientRetries?: number;
  /**
   * Milliseconds after which the operation of a dead process is ended.
   * @remarks Lower it to continue sooner after a crash. Raise it if processes stall for longer, for example during the move of
   * a virtual machine.
   * @default 30,000
   */
  readonly leaseMs?: number;
  /**
   * Milliseconds between two polls of the store for clients that follow an integration.
   * @remarks Raise it if many clients follow operations and the database is busy.
   * @default 1,000
   */
  readonly progressPollMs?: number;
}

/** Options of the stored records. */
export interface RecordOptions {
  /**
   * True to migrate integrations that an older version of a plugin has stored when an instance starts. Leave it off while
   * nodes with the older version still run: those refuse records of the newer one. Integrations of suspended tenants are not
   * migrated.
   * @remarks Set it to true once every node has the new version of the plugin.
   * @default false
   */
  readonly migrateAtStart?: boolean;
  /**
   * Days for which deleted and disabled records are kept for pollers.
   * @remarks Raise it if clients ask later for the status of deleted integrations.
   * @default 30
   */
  readonly endedRetentionDays?: number;
  /**
   * Days for which the timeline of an integration is kept: changes of its status, and drift that appeared or disappeared.
   * @remarks Raise it for audits. Lower it if integrations that fail and recover every hour fill the store.
   * @default 365
   */
  readonly timelineRetentionDays?: number;
}

/** Options of integrations. */
export interface IntegrationOptions extends ValidationOptions, OperationOptions, RecordOptions {}
