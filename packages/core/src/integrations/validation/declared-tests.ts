import type {
  AnyPluginDefinition,
  OtherIntegrations,
  PluginHostCallbacks,
  Session,
  SetupMode,
  ValidatedOperation,
} from '@portcullis/plugin-api';
import type { SessionPool } from '../../changes/sessions/session-pool.ts';
import { notApplicableReason } from './not-applicable-reason.ts';
import { DEFAULT_TEST_DEADLINE_MS, type RunnableTest } from './runnable-test.ts';

/** Dependencies of a plugin's own tests. */
export interface DeclaredTestRequest {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly previous?: object | undefined;
  readonly mode: SetupMode;
  readonly operation: ValidatedOperation;
  readonly sessions: SessionPool;
  readonly host: PluginHostCallbacks;
  readonly others: OtherIntegrations;
  readonly options: Readonly<Record<string, unknown>>;
  mark(key: string): string;
  facts(): Readonly<Record<string, unknown>>;
}

type AnyTest = AnyPluginDefinition['tests'][number];

/** Returns all tests of a plugin in runnable form. Tests that do not apply have a reason. */
export function declaredTests(request: DeclaredTestRequest): readonly RunnableTest[] {
  return request.definition.tests.map((test) => ({
    id: test.id,
    name: test.name,
    phase: test.phase,
    mandatory: test.mandatory,
    dependsOn: test.dependsOn ?? [],
    deadlineMs: test.deadlineMs ?? DEFAULT_TEST_DEADLINE_MS,
    notApplicable: whyNotApplicable(test, request),
    affects: test.affects ?? [],
    run: runDeclared.bind(undefined, test, request),
    remedy: (failure) => test.remedy?.(failure, request),
  }));
}

async function runDeclared(test: AnyTest, request: DeclaredTestRequest, signal: AbortSignal) {
  const { config, previous, mode, operation, host, others, sessions, options, mark } = request;
  const context = {
    ...(previous === undefined ? {} : { previous }),
    config,
    mode,
    operation,
    host,
    others,
    options,
    mark,
    signal,
    facts: request.facts(),
  };
  if (!test.on) return test.run({ ...context, session: noSession(test.id) });
  return sessions.use(test.on.stage, test.on.actor, signal, async (session) => test.run({ ...context, session }));
}

function whyNotApplicable(test: AnyTest, { config, mode, operation }: DeclaredTestRequest): string | undefined {
  if (!test.modes.includes(mode))
    return `This is checked for ${mode === 'manual' ? 'automatic' : 'manual'} set-up only.`;
  if (!test.operations.includes(operation)) return notApplicableReason(test.operations);
  const applies = test.when?.(config) ?? true;
  return applies === true ? undefined : applies.reason;
}

function noSession(id: string): Session {
  return new Proxy({} as Session, {
    get() {
      throw new TypeError(`Test "${id}" reads its session but does not name the stage: add \`on\`.`);
    },
  });
}
