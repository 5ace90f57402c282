import { explainError } from '../../service/explain-error.ts';

/** Codes that are about one field. */
const FIELDS: Readonly<Record<string, string>> = { WEBHOOK_URL_REFUSED: 'url', KIND_UNKNOWN: 'notificationType' };

interface Refusal {
  readonly code?: string;
  readonly message: string;
  readonly details?: unknown;
}

/**
 * What is wrong with the entries for a webhook, by field. Elements are refused one by one with a code each, a whole body with a list
 * of issues.
 */
export function refusalIssues(error: unknown): ReadonlyMap<string, string> {
  if (error === undefined) return new Map();
  const { code, message } = error as Refusal;
  const field = code === undefined ? undefined : FIELDS[code];
  if (field !== undefined) return new Map([[field, message]]);
  return new Map(
    explainError(error).issues.map(({ path, message: text }): [string, string] => [
      path.replace(/^(webhooks\.\d+\.)/, '').split('.')[0] ?? path,
      text,
    ]),
  );
}
