/** The missing types of the DOM library. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): { toString(): string } }
}

/**
 * Returns a function that starts a worker from a file of the build. `policy`: the Trusted Types policy that lets the
 * page start this worker only; it is created at once, so that nothing else can create it.
 */
export function trustedWorker(policy: string, address: string, name: string): () => Worker {
  const source = trust(policy, address)
  // SECURITY: the page's policy accepts no address as text; this one object is made from a file name of the build
  return () => Reflect.construct(Worker, [source, { type: 'module', name }])
}

function trust(name: string, workerAddress: string): { toString(): string } {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes')
  if (trustedTypes === undefined) return workerAddress
  const policy = trustedTypes.createPolicy(name, {
    createScriptURL(address) {
      if (address !== workerAddress) throw new TypeError('only one worker may be started by this policy')
      return address
    },
  })
  return policy.createScriptURL(workerAddress)
}
