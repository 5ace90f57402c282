import { z } from 'zod';
import { inputIssues } from '../../kernel/input/parse-input.ts';
import type { Principal } from './principal.ts';

/** The whole of a principal. Further fields of the host are left out. */
const principalSchema = z.object({
  id: z.int().positive(),
  name: z.string(),
  permissions: z.array(z.string()),
  groups: z.array(z.string()),
  tenant: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must have no control characters')
    .optional(),
  apiKey: z.object({ id: z.int().positive(), expiresAt: z.string().optional() }).optional(),
});

/**
 * Checks the principal that an authenticator of the host returned, which may be untyped: each field has its type, or nothing is
 * done for it.
 *
 * @returns a copy with the fields of a principal alone.
 * @throws TypeError that names the fields that are not right. It never repeats a value.
 */
export function checkPrincipal(value: unknown): Principal {
  const parsed = principalSchema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data as Principal;
  const issues = inputIssues(parsed.error).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  throw new TypeError(
    `The authenticator returned a malformed principal, so the request was refused. ${issues.join(' ')}`,
  );
}
