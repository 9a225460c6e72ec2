import { type Handlers, orRefuse } from '../../shared/ipc/router'
import type { toolServerCalls } from '../../shared/ipc/tool-server-calls'
import type { Elicitations } from './elicitations'
import type { ToolServers } from './tool-servers'

/** The handlers of the calls about MCP servers. Main confirms those that start something new before they come here. */
export type ToolServerHandlers = Pick<Handlers, keyof typeof toolServerCalls>

export function createToolServerHandlers({
  toolServers,
  elicitations,
}: {
  readonly toolServers: ToolServers
  readonly elicitations: Pick<Elicitations, 'open' | 'answer'>
}): ToolServerHandlers {
  const all = () => ({ servers: [...toolServers.list()] })
  return {
    'toolServers.list': all,
    'toolServers.messages': ({ name }) => ({ messages: [...toolServers.messages(name)] }),
    'elicitations.list': () => ({ elicitations: [...elicitations.open()] }),
    async 'elicitations.answer'({ elicitationId, answer }) {
      orRefuse(await elicitations.answer(elicitationId, answer))
      return { elicitations: [...elicitations.open()] }
    },
    async 'toolServers.save'({ server, variables }) {
      orRefuse(await toolServers.save(server, variables))
      return all()
    },
    async 'toolServers.remove'({ name }) {
      orRefuse(await toolServers.remove(name))
      return all()
    },
    'toolServers.accept'({ name, tool, definitionHash }) {
      orRefuse(toolServers.accept(name, tool, definitionHash))
      return all()
    },
    async 'toolServers.signIn'({ name }) {
      orRefuse(await toolServers.signIn(name))
      return all()
    },
    async 'toolServers.signOut'({ name }) {
      orRefuse(await toolServers.signOut(name))
      return all()
    },
    async 'toolServers.content'({ name }) {
      return { items: [...orRefuse(await toolServers.readContent(name, ({ list }) => list()))] }
    },
    async 'toolServers.read'({ name, wanted }) {
      return { files: [...orRefuse(await toolServers.readContent(name, ({ read }) => read(wanted)))] }
    },
    async 'toolServers.restart'({ name }) {
      orRefuse(await toolServers.restart(name))
      return all()
    },
  }
}
