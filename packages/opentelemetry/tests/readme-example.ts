import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { observePortcullis } from '@portcullis/opentelemetry';

// Use your exporter instead of this one, which keeps spans in memory.
const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));

const observation = observePortcullis();

const portcullis = await createPortcullis({
  plugins: [], // redshift(), trino(), ...
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
await createHttpHandler(portcullis)(new Request('http://localhost/healthz'));
console.log(exporter.getFinishedSpans().map(({ name }) => name));
// [ 'GET /healthz' ]

await portcullis.close();
observation[Symbol.dispose]();
