import {
  canonicalText,
  type Dialect,
  type ManagedObject,
  type ScriptStep,
  type SectionText,
  type StepAction,
} from '@portcullis/plugin-api';
import type { RunningPostgres } from '@portcullis/testing/postgres';
import { parse } from 'libpg-query';
import pg from 'pg';
import type { TestEnvironment } from './test-environment.ts';

/** Returns the steps of objects in the form of the core. */
export function scriptSteps(
  { definition }: Pick<TestEnvironment, 'definition'>,
  objects: readonly ManagedObject[],
  action: StepAction,
  from: Readonly<Record<string, never>> = {},
): readonly ScriptStep[] {
  const dialect = definition.dialect as Dialect;
  return objects.flatMap((object) => {
    const steps =
      action === 'create' ? object.create : action === 'drop' ? object.drop : (object.alter?.(from, object) ?? []);
    return steps.map((step, index) => ({
      action,
      object: { key: object.key, kind: object.kind, name: object.name },
      text: 'text' in step ? canonicalText(step.text, dialect) : '',
      exists: object.guard && canonicalText(object.guard.exists, dialect),
      ours: object.guard && canonicalText(object.guard.ours, dialect),
      foreignContents:
        action === 'drop'
          ? object.guard?.foreignContents?.map(({ list, foreign }) => ({
              list: canonicalText(list, dialect),
              ...(foreign ? { foreign: canonicalText(foreign, dialect) } : {}),
            }))
          : undefined,
      alone: 'alone' in step ? (step.alone ?? false) : false,
      first: index === 0,
    }));
  });
}

/** Returns one section of a script: the creations of a stage, or all removals. */
export function section(environment: TestEnvironment, kind: 'initial' | 'managed' | 'removal'): SectionText {
  const { definition, objects } = environment;
  const dialect = definition.dialect as Dialect;
  const chosen = kind === 'removal' ? inDropOrder(objects) : objects.filter((object) => object.stage === kind);
  const steps = scriptSteps(environment, chosen, kind === 'removal' ? 'drop' : 'create');
  return (
    dialect.renderSection?.({ stage: kind === 'managed' ? 'managed' : 'initial', steps }) ?? { text: '', warnings: [] }
  );
}

/** Returns the objects in the core's order of drops, without objects that are dropped with their container. */
export function inDropOrder(objects: readonly ManagedObject[]): readonly ManagedObject[] {
  const order = ['database', 'registry-access', 'service-account', 'impersonation-role', 'registry'];
  return order.flatMap((key) => objects.filter((object) => object.key === key));
}

/** The error of each statement between one that failed and the end of its transaction. */
const FOLLOW_UP = 'current transaction is aborted, commands ignored until end of transaction block';

/** The output of an administrator's client while it ran a script. */
export interface ScriptRun {
  /** Messages of statements that failed by themselves. The client continues after them, like psql by default. */
  readonly errors: readonly string[];
  readonly notices: readonly string[];
}

/** Runs a script as an administrator would: statement by statement, in autocommit mode, not stopping at errors. */
export async function runScript(
  server: RunningPostgres,
  script: string,
  options: { readonly database?: string; readonly user?: string; readonly password?: string } = {},
): Promise<ScriptRun> {
  const { host, port } = server;
  const { database = server.database, user = server.user, password = server.password } = options;
  const client = new pg.Client({ host, port, user, password, database }).on('error', () => {});
  const errors: string[] = [];
  const notices: string[] = [];
  client.on('notice', (notice) => notices.push(notice.message ?? ''));
  await client.connect();
  for (const statement of await splitStatements(script)) {
    await client.query(statement).catch((error: Error) => errors.push(error.message));
  }
  await client.end();
  return { errors: errors.filter((message) => message !== FOLLOW_UP), notices };
}

/** Splits a script with PostgreSQL's own parser. */
export async function splitStatements(script: string): Promise<readonly string[]> {
  const bytes = Buffer.from(script);
  const { stmts = [] } = await parse(script);
  return stmts.map(({ stmt_location = 0, stmt_len }) =>
    bytes.subarray(stmt_location, stmt_len === undefined ? undefined : stmt_location + stmt_len).toString(),
  );
}

/** Fills the slot of a script as its header asks. */
export function fillSlots(script: string, password: string): string {
  return script.replaceAll('PASSWORD {{servicePassword}}', `PASSWORD '${password}'`);
}

/** Uncomments the statement that drops the database, as an administrator does after checking. */
export function uncommentDrop(script: string): string {
  return script.replaceAll(/^-- (DROP DATABASE .*;)$/gm, '$1');
}
