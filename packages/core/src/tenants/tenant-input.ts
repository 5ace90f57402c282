import { z } from 'zod';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { nameSchema } from '../kernel/input/name-schema.ts';
import { ownLimitsSchema } from '../limits/limits-schema.ts';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 1000;
const NAME_LENGTH = 255;

/** The input of `TenantsService.create`. */
export const newTenantInput = z.strictObject({
  id: z.string(),
  name: nameSchema(NAME_LENGTH).optional(),
  limits: ownLimitsSchema.default({}),
});

/** The changes of `TenantsService.update`. */
export const tenantChangesInput = z.strictObject({
  name: nameSchema(NAME_LENGTH).nullable().optional(),
  limits: ownLimitsSchema.optional(),
});

/** The options of `TenantsService.remove`. */
export const tenantRemovalInput = z.strictObject({ leaveOnPlatforms: z.boolean().optional() });

/** The options of `TenantsService.list`. */
export const tenantListInput = z.strictObject({
  // It is the id of a tenant, which has none of these characters.
  cursor: z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be that of the previous page')
    .optional(),
  limit: z.int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE),
});

/**
 * Refuses options that are no object: they come from code that the compiler may not have checked.
 *
 * @throws ServiceError `OPTIONS_INVALID`
 */
export function requireOptions<Options extends object>(options: Options): Options {
  if (typeof options === 'object' && options !== null) return options;
  throw new ServiceError('OPTIONS_INVALID', 'The options must be an object.');
}
