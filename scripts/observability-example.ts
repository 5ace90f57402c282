import { tracingChannel } from 'node:diagnostics_channel';
import { type StatementTrace, TRACING_CHANNELS } from '@portcullis/core';

const slow = new WeakMap<object, number>();
tracingChannel<unknown, StatementTrace>(TRACING_CHANNELS.statement).subscribe({
  start: (trace) => void slow.set(trace, performance.now()),
  asyncEnd: (trace) => {
    const milliseconds = performance.now() - (slow.get(trace) ?? 0);
    if (milliseconds > 1000) console.warn(trace.outcome, Math.round(milliseconds), trace.statement);
  },
  end: () => undefined,
  asyncStart: () => undefined,
  error: () => undefined,
});
