import { setTimeout as pause } from 'node:timers/promises';

/** The result of a query. */
export interface QueryResult {
  readonly rows: readonly (readonly unknown[])[];
  /** `PERMISSION_DENIED`, `GENERIC_INTERNAL_ERROR`, …; undefined when it succeeded. */
  readonly error?: string;
  readonly message?: string;
}

interface Page {
  readonly nextUri?: string;
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly errorName: string; readonly message: string };
}

/** Runs a statement as a user and waits for its end. Source: Trino documentation, "Trino client REST API". */
export async function runQuery(url: string, user: string, statement: string): Promise<QueryResult> {
  const rows: (readonly unknown[])[] = [];
  let page = await request(`${url}/v1/statement`, {
    method: 'POST',
    body: statement,
    headers: { 'x-trino-user': user, 'x-trino-catalog': 'memory', 'x-trino-schema': 'default' },
  });
  for (;;) {
    rows.push(...(page.data ?? []));
    if (page.error) return { rows, error: page.error.errorName, message: page.error.message };
    if (!page.nextUri) return { rows };
    page = await request(page.nextUri, { headers: { 'x-trino-user': user } });
  }
}

async function request(url: string, options: RequestInit): Promise<Page> {
  for (;;) {
    const response = await fetch(url, options);
    if (response.ok) return (await response.json()) as Page;
    const text = await response.text();
    if (response.status !== 503 && response.status !== 429)
      throw new Error(`Trino answered ${response.status}: ${text}`);
    await pause(200);
  }
}
