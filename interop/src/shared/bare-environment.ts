/**
 * The environment of a process that must see neither the proxies nor the cloud accounts of this machine. Earlier
 * processes have left compiled code for it, so that it starts faster.
 */
export function bareEnvironment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...more };
}
