import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment of processes that will be killed. They share compiled code, so that only the first one compiles. */
export function victimEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE = join(tmpdir(), 'portcullis-crashes') } = process.env;
  return { ...process.env, NODE_COMPILE_CACHE };
}

/** Writes the compiled code of this process for the next one. Node does so when a process ends, but not when it is killed. */
export function keepCompiledCode(): void {
  flushCompileCache();
}
