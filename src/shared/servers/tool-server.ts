import { z } from '../lib/zod'
import { readServiceAddress } from '../text/service-address'

/** The name of a server: the beginning of its tools' names for Gemini. It has no `__`, which ends it there. */
export const serverNameSchema = z.string().regex(/^[a-z](?:_?[a-z0-9-]){0,30}$/)

/** The name of the server whose tool has this name for Gemini; null if it is no server's. */
export function serverOfTool(toolName: string): string | null {
  const [name = '', ...rest] = toolName.split('__')
  return rest.length > 0 && serverNameSchema.safeParse(name).success ? name : null
}

const common = {
  name: serverNameSchema,
  on: z.boolean(),
  /** The user trusts what the server says about its tools: only then does a hint make a call a low risk. */
  trusted: z.boolean(),
}

/** Text for a process: without a zero, which would end it there. */
const argument = z
  .string()
  .max(4000)
  .refine((text) => !text.includes('\0'))

/** An MCP server as the user entered it. Values of the environment are in the key store; `variables` are their names. */
export const toolServerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('command'),
    command: argument.min(1),
    args: z.array(argument).max(100).readonly(),
    variables: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/))
      .max(50)
      .readonly(),
    /** the folder that it runs in; empty: the user's home */
    folder: argument,
  }),
  z.strictObject({
    ...common,
    kind: z.literal('address'),
    /** https, or http on this computer */
    address: z
      .string()
      .max(2000)
      .refine((text) => readServiceAddress(text).ok),
    /** What the sign-in service knows Parley by, if it registers no apps: an id, or the https address of a client ID metadata document. */
    clientId: z
      .string()
      .min(1)
      .max(2000)
      .regex(/^[\x20-\x7e]+$/)
      .exactOptional(),
  }),
])
export type ToolServer = Readonly<z.infer<typeof toolServerSchema>>
export type CommandServer = Extract<ToolServer, { readonly kind: 'command' }>
export type AddressServer = Extract<ToolServer, { readonly kind: 'address' }>

/** What the user agrees to: the exact command, one argument a line in quotes, or the address. Nothing is shortened. */
export function launchText(server: ToolServer): string {
  if (server.kind === 'address')
    return [server.address, ...(server.clientId === undefined ? [] : [`client ID: ${server.clientId}`])].join('\n')
  const { command, args, variables, folder } = server
  return [
    ...[command, ...args].map((text) => JSON.stringify(text)),
    ...(folder === '' ? [] : [`cwd: ${JSON.stringify(folder)}`]),
    ...(variables.length === 0 ? [] : [`env: ${variables.join(', ')}`]),
  ].join('\n')
}

/** The name under which the key store has the secret that belongs to a client ID. */
export const clientSecretName = 'client_secret'

/** The names of the values that the key store has of a server. */
export function secretNames(server: ToolServer): readonly string[] {
  if (server.kind === 'command') return server.variables
  return server.clientId === undefined ? [] : [clientSecretName]
}

/** Whether the user must agree again: the command, or the address, is another one. */
export function launchDiffers(before: ToolServer, after: ToolServer): boolean {
  return before.kind !== after.kind || launchText(before) !== launchText(after)
}

/** The most servers. */
export const mostServers = 20
