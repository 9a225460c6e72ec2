import { CallError } from '../../shared/ipc/router'
import { messageOf } from '../../shared/messages/message'
import type { LookTarget } from '../tool-calls/tools/look'
import { ToolError } from '../tool-calls/tools/main-tool'
import type { Sight } from './sight-controller'

/** Dependencies. */
export interface LookTargetOptions {
  readonly sight: Pick<Sight, 'begin' | 'begun' | 'blocked' | 'stop'>
  /** Whether the system lets Parley offer a source by itself. */
  readonly hasSources: boolean
  currentId(): string
}

/** Lets sight begin for the model, in the conversation that the user sees. */
export function lookTarget({ sight, hasSources, currentId }: LookTargetOptions): LookTarget {
  return {
    isPossible: () => hasSources && sight.blocked() === null,
    async show(source, { conversationId, signal }) {
      if (conversationId !== currentId()) throw new ToolError(messageOf('look-elsewhere'))
      try {
        await sight.begin(source, null, 'model')
      } catch (error) {
        if (error instanceof CallError) throw new ToolError(messageOf(error.code === 'sight-busy' ? 'look-busy' : 'look-not-begun'))
        throw error
      }
      const stop = (): void => sight.stop('stopped')
      signal.addEventListener('abort', stop, { once: true })
      const ended = await sight.begun()
      signal.removeEventListener('abort', stop)
      if (ended !== null) throw new ToolError(messageOf('look-not-begun'))
    },
  }
}
