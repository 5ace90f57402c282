import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { TraceContexts, TracingChannelName } from './tracing-channels.ts';

const channels = new Map<TracingChannelName, TracingChannel<unknown, object>>();

/**
 * Runs work inside a tracing channel. Without subscribers it is the work alone: no context is made.
 *
 * Neither what the work returns nor what it throws reaches a subscriber, since both may hold secrets: `note` says what may be
 * known of the result, and of an error its name and code are told.
 */
export function traced<Name extends TracingChannelName, Result>(
  name: Name,
  context: () => TraceContexts[Name],
  work: (trace?: TraceContexts[Name]) => Promise<Result>,
  note?: (trace: TraceContexts[Name], result: Result) => void,
): Promise<Result> {
  const channel = channelOf(name);
  return channel.hasSubscribers ? inside(channel, context(), work, note) : work();
}

async function inside<Context extends TraceContexts[TracingChannelName], Result>(
  channel: TracingChannel<unknown, object>,
  trace: Context,
  work: (trace?: Context) => Promise<Result>,
  note: ((trace: Context, result: Result) => void) | undefined,
): Promise<Result> {
  let outcome: { readonly result: Result } | { readonly error: unknown } | undefined;
  await channel
    .tracePromise(async () => {
      try {
        outcome = { result: await work(trace) };
      } catch (error) {
        outcome = { error };
        trace.failure = describe(error);
        // The channel shows what is thrown.
        throw new Error(trace.failure.code ?? trace.failure.name);
      }
      note?.(trace, outcome.result);
    }, trace)
    .catch(() => undefined);
  if (outcome === undefined || 'error' in outcome) throw outcome?.error;
  return outcome.result;
}

function channelOf(name: TracingChannelName): TracingChannel<unknown, object> {
  const known = channels.get(name);
  if (known) return known;
  const made = tracingChannel<unknown, object>(name);
  channels.set(name, made);
  return made;
}

function describe(error: unknown): { readonly name: string; readonly code?: string } {
  if (!(error instanceof Error)) return { name: 'Error' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, ...(code === undefined ? {} : { code }) };
}
