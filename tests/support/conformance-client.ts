import { systemClock } from '../../src/main/lib/system-clock'
import { memorySecretStore } from '../../src/main/platform/secrets/secret-store'
import { createElicitations } from '../../src/main/servers/elicitations'
import { createToolServers } from '../../src/main/servers/tool-servers'
import { openMemoryStore } from '../../src/main/storage/database/open-store'
import { firstDrafts, readForm } from '../../src/renderer/elicitations/form-drafts'
import { countingIds } from '../../src/shared/lib/ids'
import type { JsonObject } from '../../src/shared/lib/json'
import { z } from '../../src/shared/lib/zod'
import { clientSecretName } from '../../src/shared/servers/tool-server'
import { createConditionWaiter } from './condition-waiter'

/**
 * Parley's servers as the protocol's conformance suite drives a client: the address of the suite's server is the last argument, the
 * scenario is in the environment. It signs in where it must, accepts forms with their defaults, and calls every tool once.
 */
async function main(address: string, scenario: string): Promise<void> {
  const waiter = createConditionWaiter()
  const { until } = waiter
  const report = (error: unknown): void => void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const elicitations = createElicitations({
    ...{ clock: systemClock, newId: countingIds(), audit: { record: () => {} }, seconds: () => 60, report },
    openPage: () => Promise.resolve(),
    onChange() {
      for (const { elicitationId, request } of elicitations.open())
        if (request.kind === 'form')
          void elicitations.answer(elicitationId, { kind: 'accept', values: readForm(request.fields, firstDrafts(request.fields)).values })
    },
  })
  const servers = createToolServers({
    ...{ elicitations, secrets: memorySecretStore(), clock: systemClock, version: '0.0.0', environment: process.env, report },
    table: openMemoryStore({ clock: systemClock, unreadable: () => {} }).toolServers,
    // the browser of a user who is signed in already
    openPage: async (page) => void (await fetch(page)),
    signedInText: () => 'Done.',
    onProgress: () => {},
    onCallMessage: () => {},
    mayStart: () => true,
    onTools: waiter.changed,
    onChange: waiter.changed,
  })
  const state = () => servers.list()[0]
  const isSettled = () => state()?.state.phase === 'ready' || state()?.state.phase === 'failed'

  const signIn = async (): Promise<void> => {
    const found = await servers.findSignIn('suite')
    if (!found.ok) throw new Error(found.error.message)
    const begun = await servers.signIn('suite')
    if (!begun.ok) throw new Error(begun.error.message)
    await until(() => state()?.signIn.kind !== 'waiting')
    await until(isSettled)
  }

  const { clientId, secret } = clientOf(scenario)
  const server = { kind: 'address', name: 'suite', on: true, trusted: false, address, ...(clientId !== null && { clientId }) } as const
  const saved = await servers.save(server, secret === null ? {} : { [clientSecretName]: secret })
  if (!saved.ok) throw new Error(saved.error.message)
  await until(isSettled)
  if (state()?.signIn.kind === 'wanted') await signIn()
  for (let round = 0; round < 2; round += 1) {
    for (const tool of servers.tools()) {
      const prepared = tool.prepare(argumentsOf(tool.parameters))
      if (!prepared.ok) throw new Error(prepared.error.message)
      const context = { toolCallId: `call-${tool.name}-${round}`, conversationId: 'c', signal: new AbortController().signal }
      await prepared.value.run(context).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`), report)
    }
    if (state()?.signIn.kind !== 'wanted') break
    await signIn()
  }
  await servers.close()
}

const contextSchema = z.object({ client_id: z.string(), client_secret: z.string().optional() })

/** What the user would have entered: the suite says so, or expects this address of a metadata document. */
function clientOf(scenario: string): { readonly clientId: string | null; readonly secret: string | null } {
  if (scenario === 'auth/basic-cimd') return { clientId: 'https://conformance-test.local/client-metadata.json', secret: null }
  const context = contextSchema.safeParse(JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'))
  return context.success
    ? { clientId: context.data.client_id, secret: context.data.client_secret ?? null }
    : { clientId: null, secret: null }
}

const schemaSchema = z.object({ properties: z.record(z.string(), z.looseObject({ type: z.string() })) })

/** A value for each argument. */
function argumentsOf(schema: unknown): JsonObject {
  const parsed = schemaSchema.safeParse(schema)
  const properties = parsed.success ? Object.entries(parsed.data.properties) : []
  return Object.fromEntries(properties.map(([name, { type }]) => [name, type === 'string' ? 'text' : 2]))
}

await main(process.argv.at(-1) ?? '', process.env.MCP_CONFORMANCE_SCENARIO ?? '')
