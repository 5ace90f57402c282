/**
 * Returns an environment in which Go and its C compiler optimise nothing. A tool that runs once takes longer to build than to run:
 * Vale builds in two thirds of the processor time.
 */
export function withQuickBuild(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, CGO_CFLAGS: '-O0', GOFLAGS: `${environment.GOFLAGS ?? ''} -gcflags=all=-l`.trim() };
}
