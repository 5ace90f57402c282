import { z } from 'zod';

/**
 * An object on the platform without our mark, which an interrupted operation may have made. The engine does not use, alter or drop
 * it before an administrator has decided.
 */
export interface UnresolvedObject {
  /** Identity within the integration. */
  readonly key: string;
  readonly kind: string;
  /** Name on the platform. */
  readonly name: string;
  /** The platform's own id of the object, if it has one. The decision applies only to that object. */
  readonly platformId?: string;
  /** Time at which the creation began; ISO 8601. */
  readonly begunAt: string;
}

/** The body of a decision. */
export const ownershipDecisionInput = z.strictObject({
  object: z.string().min(1).max(200).describe('The key of the unresolved object.'),
  decision: z
    .enum(['adopt', 'leave'])
    .describe(
      'adopt: it belongs to this integration, and the next operation continues with it. leave: it does not, and it is left unchanged.',
    ),
});

/** The decision of an administrator about an {@link UnresolvedObject}. */
export type OwnershipDecision = z.infer<typeof ownershipDecisionInput>;
