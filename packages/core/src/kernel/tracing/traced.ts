import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { TraceContexts, TracingChannelName } from './tracing-channels.ts';

const channels = new Map<TracingChannelName, TracingChannel<unknown, object>>();

/**
 * The facts of a call for subscribers of its tracing channel. Results and errors can contain secrets, so subscribers receive
 * neither; of an error they receive the name and code.
 */
export interface TracedFacts<Trace, Input extends readonly unknown[], Result> {
  /** Creates the trace of a call. Not called while there are no subscribers. */
  about(...input: Input): Trace;
  /** Adds the facts of the result to the trace. @default nothing */
  note?(trace: Trace, result: Result): void;
}

/** A function inside a tracing channel. */
export type TracedWork<Input extends readonly unknown[], Result> = (...input: Input) => Promise<Result>;

/**
 * Returns a function whose work runs inside a tracing channel. Without subscribers, no trace is created.
 *
 * @param work - receives the trace before the input, to read it or to add to it; undefined while there are no subscribers.
 */
export function traced<Name extends TracingChannelName, Input extends readonly unknown[], Result>(
  name: Name,
  facts: TracedFacts<TraceContexts[Name], Parameters<TracedWork<Input, Result>>, NoInfer<Result>>,
  work: (trace: TraceContexts[Name] | undefined, ...input: Input) => Promise<Result>,
): TracedWork<Input, Result> {
  const channel = channelOf(name);
  // The same type: as parameters of a function, it does not determine Input.
  const { about, note } = facts as unknown as TracedFacts<TraceContexts[Name], Input, Result>;
  return (...input) => {
    if (!hasSubscribers(channel)) return work(undefined, ...input);
    const trace = about(...input);
    return inside(channel, trace, () => work(trace, ...input), note);
  };
}

async function inside<Context extends TraceContexts[TracingChannelName], Result>(
  channel: TracingChannel<unknown, object>,
  trace: Context,
  work: () => Promise<Result>,
  note: ((trace: Context, result: Result) => void) | undefined,
): Promise<Result> {
  let outcome: { readonly result: Result } | { readonly error: unknown } | undefined;
  await channel
    .tracePromise(async () => {
      try {
        outcome = { result: await work() };
      } catch (error) {
        outcome = { error };
        trace.failure = describe(error);
        // Subscribers of the channel see this error.
        throw new Error(trace.failure.code ?? trace.failure.name);
      }
      note?.(trace, outcome.result);
    }, trace)
    .catch(() => undefined);
  if (outcome === undefined || 'error' in outcome) throw outcome?.error;
  return outcome.result;
}

function hasSubscribers(channel: TracingChannel<unknown, object>): boolean {
  const { start, end, asyncStart, asyncEnd, error } = channel;
  // Bun knows it only of each part of the channel.
  const known = channel.hasSubscribers as boolean | undefined;
  return known ?? [start, end, asyncStart, asyncEnd, error].some((part) => part.hasSubscribers);
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
