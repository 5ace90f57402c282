import type { AnyPluginDefinition, ValidatedOperation } from '@portcullis/plugin-api';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { TimedOutcome } from './run-tests.ts';
import type { RunnableTest } from './runnable-test.ts';

/** The run that a test belongs to. */
interface TestedRun {
  readonly tenant: string;
  readonly definition: Pick<AnyPluginDefinition, 'type'>;
  readonly operation: ValidatedOperation;
  readonly integrationId?: number | undefined;
}

/** Returns the work of a test inside its tracing channel. */
export function tracedTest(
  { id, name, phase }: Pick<RunnableTest, 'id' | 'name' | 'phase'>,
  { tenant, definition, operation, integrationId }: TestedRun,
  work: () => Promise<TimedOutcome>,
): typeof work {
  return traced(
    TRACING_CHANNELS.validationTest,
    {
      about: () => ({
        ...ofTenant(tenant),
        type: definition.type,
        operation,
        ...(integrationId === undefined ? {} : { integrationId }),
        testId: id,
        name,
        phase,
      }),
      note(trace, { outcome }) {
        trace.status = outcome.status;
        if ('failureClass' in outcome && outcome.failureClass !== undefined) trace.failureClass = outcome.failureClass;
      },
    },
    work,
  );
}
