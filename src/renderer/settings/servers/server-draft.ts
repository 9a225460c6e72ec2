import { clientSecretName, type ToolServer, toolServerSchema } from '../../../shared/servers/tool-server'

/** What the user has typed about a server. */
export interface ServerDraft {
  readonly kind: ToolServer['kind']
  readonly name: string
  readonly command: string
  /** one argument a line */
  readonly args: string
  readonly folder: string
  /** one `NAME=value` a line */
  readonly variables: string
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
}

export const emptyServerDraft: ServerDraft = {
  kind: 'command',
  name: '',
  command: '',
  args: '',
  folder: '',
  variables: '',
  address: '',
  clientId: '',
  clientSecret: '',
}

/** A word of a line for a shell: quoted as a whole, or without quotes, spaces and what a shell would act on. */
const word = /"([^"\\$`]*)"|'([^']*)'|([^\s"'\\$`;|&<>]+)/
const wholeLine = new RegExp(`^(?:(?:${word.source})(?:\\s+|$))+$`)

/**
 * The command and its arguments. A whole line without arguments below, as instructions have it, is cut into its words if it begins with
 * the plain name of a program and a shell would do no more than that; anything else is taken as typed.
 */
function readCommand({ command, args }: ServerDraft): { readonly command: string; readonly args: readonly string[] } {
  const typed = { command: command.trim(), args: args.split('\n').filter((line) => line !== '') }
  if (typed.args.length > 0 || !/^[\w.-]+\s/.test(typed.command) || !wholeLine.test(typed.command)) return typed
  const words = [...typed.command.matchAll(new RegExp(word, 'g'))].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
  const [first = '', ...rest] = words
  return { command: first, args: rest }
}

/** A server and the values of its variables, or null if something typed does not fit. Arguments are taken as typed. */
export function readServerDraft(
  draft: ServerDraft,
): { readonly server: ToolServer; readonly variables: Readonly<Record<string, string>> } | null {
  const common = { name: draft.name.trim(), on: true, trusted: false }
  const clientId = draft.clientId.trim()
  const pairs = draft.variables
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.slice(0, Math.max(0, line.indexOf('='))).trim(), line.slice(line.indexOf('=') + 1)] as const)
  const server = toolServerSchema.safeParse(
    draft.kind === 'address'
      ? { ...common, kind: 'address', address: draft.address.trim(), ...(clientId !== '' && { clientId }) }
      : {
          ...common,
          kind: 'command',
          ...readCommand(draft),
          variables: pairs.map(([name]) => name),
          folder: draft.folder.trim(),
        },
  )
  if (!server.success) return null
  if (draft.kind === 'command') return { server: server.data, variables: Object.fromEntries(pairs) }
  const secret = draft.clientSecret.trim()
  return { server: server.data, variables: clientId === '' || secret === '' ? {} : { [clientSecretName]: secret } }
}
