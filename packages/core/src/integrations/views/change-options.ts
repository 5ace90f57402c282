/** The scripts that POST /integrations/scripts/{kind} makes, and for `edit` POST /integrations/{id}/scripts/edit. */
export type RequestedScript = 'initial-create' | 'create' | 'edit' | 'cleanup' | 'post-cleanup';

/** Preconditions of a change. */
export interface ChangeOptions {
  /** Validate and plan, change nothing. @default false */
  readonly dryRun?: boolean;
  /** The hash of the plan that may run; another one is refused with `PLAN_CHANGED`. */
  readonly ifPlan?: string;
  /** The stored version that may be changed, or several; another one is refused with `VERSION_MISMATCH`. */
  readonly ifMatch?: number | readonly number[];
  /**
   * Drops a database or another container also where it holds what was not made by the integration, with everything in it.
   * @default false: refused with `CONTENTS_NOT_OURS`
   */
  readonly dropContents?: boolean | undefined;
}

/** Options of a creation. */
export interface CreateOptions extends Pick<ChangeOptions, 'dryRun' | 'ifPlan'> {
  /**
   * A repetition with the same key and body gets the first answer and creates nothing. A dry run takes no notice of it. Source:
   * draft-ietf-httpapi-idempotency-key-header-07.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Take over what is on the platform already, made by our script or by an instance whose store was lost, and make nothing. With
   * `dryRun` the answer says what would be adopted. @default false
   */
  readonly adopt?: boolean | undefined;
  /** With adopt: the instance whose marks the objects bear, as its facade's `instanceId` said. @default this one */
  readonly instanceId?: string | undefined;
}
