import { explainError, type Issue } from '../../service/explain-error.ts';

/** Codes that belong to one field. */
const FIELDS: Readonly<Record<string, string>> = { WEBHOOK_URL_REFUSED: 'url', KIND_UNKNOWN: 'notificationType' };

interface Refusal {
  readonly code?: string;
  readonly message: string;
  readonly details?: unknown;
}

/**
 * Returns the problems with the entries for a webhook, by field. The service rejects single elements with a code
 * each, and a whole body with a list of issues.
 */
export function refusalIssues(error: unknown): ReadonlyMap<string, string> {
  if (error === undefined) return new Map();
  const { code, message, details } = error as Refusal;
  if (code === 'NO_WEBHOOK_CREATED' && Array.isArray(details)) return issuesOfElement(details[0] as Refusal);
  const field = code === undefined ? undefined : FIELDS[code];
  if (field !== undefined) return new Map([[field, message]]);
  return new Map(
    explainError(error).issues.map(({ path, message: text }): [string, string] => [
      path.replace(/^(webhooks\.\d+\.)/, '').split('.')[0] ?? path,
      text,
    ]),
  );
}

/** The error of one element: a code that belongs to one field, or a list of issues. */
function issuesOfElement({ code, message, details }: Refusal): ReadonlyMap<string, string> {
  const field = code === undefined ? undefined : FIELDS[code];
  if (field !== undefined) return new Map([[field, message]]);
  if (!Array.isArray(details)) return new Map();
  return new Map(
    (details as readonly Issue[]).map((issue): [string, string] => [issue.path.split('.')[0] ?? '', issue.message]),
  );
}
