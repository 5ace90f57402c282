/** The scripts that POST /integrations/scripts/{kind} returns, and for `edit` also POST /integrations/{id}/scripts/edit. */
export type RequestedScript = 'initial-create' | 'create' | 'edit' | 'cleanup' | 'post-cleanup';

/** Preconditions of a change. */
export interface ChangeOptions {
  /** Validate and plan, change nothing. @default false */
  readonly dryRun?: boolean;
  /** The hash of the reviewed plan; any other plan is refused with `PLAN_CHANGED`. */
  readonly ifPlan?: string;
  /** The expected stored version, or several; any other version is refused with `VERSION_MISMATCH`. */
  readonly ifMatch?: number | readonly number[];
  /**
   * Drops a database or another container with all contents, even foreign ones.
   * @default false: refused with `FOREIGN_CONTENTS`
   */
  readonly dropContents?: boolean | undefined;
}

/** Options of a creation. */
export interface CreateOptions extends Pick<ChangeOptions, 'dryRun' | 'ifPlan'> {
  /**
   * A repetition with the same key and body gets the first response and creates nothing. A dry run ignores it. Source:
   * draft-ietf-httpapi-idempotency-key-header-07.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Adopt the existing objects on the platform, made by our script or by an instance whose store was lost, and create none. With
   * `dryRun`, the response lists the objects that would be adopted. @default false
   */
  readonly adopt?: boolean | undefined;
  /** With adopt: the `instanceId` of the instance whose marks the objects carry. @default this one */
  readonly instanceId?: string | undefined;
}
