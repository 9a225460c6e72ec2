/** What the DOM library leaves out. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): { toString(): string } }
}

/**
 * The way to start a worker whose file the build wrote. `policy`: the trusted-types policy that lets the page start this
 * one and no other; it is made at once, so that nothing else can make it.
 */
export function trustedWorker(policy: string, address: string, name: string): () => Worker {
  const source = trust(policy, address)
  // SECURITY: the page's policy takes no address as text; this one object is made from a file name that the build wrote
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
