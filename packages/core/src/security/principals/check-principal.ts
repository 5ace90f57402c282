import { z } from 'zod';
import { issueText } from '../../kernel/input/issue-text.ts';
import { inputIssues } from '../../kernel/input/parse-input.ts';
import type { Principal } from './principal.ts';

/** All fields of a principal. Other fields of the host are omitted. */
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
 * Checks the principal that an authenticator of the host returned, which may be untyped: a principal with a field of a wrong type
 * is refused.
 *
 * @returns a copy with only the fields of a principal.
 * @throws TypeError that names the invalid fields, without their values.
 */
export function checkPrincipal(value: unknown): Principal {
  const parsed = principalSchema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data as Principal;
  const issues = issueText(inputIssues(parsed.error));
  throw new TypeError(`The authenticator returned a malformed principal, so the request was refused. ${issues}`);
}
