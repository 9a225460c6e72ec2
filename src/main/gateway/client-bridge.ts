import { firstLanguage } from '../../shared/i18n/languages'
import { createTranslator } from '../../shared/i18n/translator'
import { jsonObjectSchema } from '../../shared/lib/json-object'
import { z } from '../../shared/lib/zod'
import type { ClientToolLookup } from '../../shared/protocol/dialects/client-tool'
import { callListener, type EventStage } from '../lib/event-bus'
import type { ToolBox } from '../tool-calls/tool-registry'
import type { PageTools } from '../tool-calls/tools/page-tools'
import { type ClientThread, createClientThread } from './client-thread'

/**
 * What a dialect needs to know about Parley's tools. TanStack's client compares the input schema with its own copy: if they match it
 * shows a typed approval, otherwise a plain one.
 */
export function clientToolLookup(toolBox: ToolBox, runs: (toolName: string) => boolean): ClientToolLookup {
  return (toolName) => {
    const tool = toolBox.find(toolName)
    if (tool === null) return undefined
    const inputSchema = jsonObjectSchema.parse(z.toJSONSchema(tool.input, { io: 'input', target: 'draft-2020-12' }))
    return { runsOn: runs(toolName) ? 'client' : 'server', inputSchema, hint: tool.hint(createTranslator(firstLanguage)) }
  }
}

/** Connects conversations with the gateway clients that follow them. Without clients nothing changes. */
export interface ClientBridge {
  /** The thread of a conversation; created at the first call. */
  thread(conversationId: string): ClientThread
  /** Releases a thread that nobody follows, together with its conversation. */
  forget(conversationId: string): void
  /** Removes the events that a client takes over: the sound of its own talk. */
  readonly takesEvent: EventStage
  /** How long a client has for a call of this tool, in ms: in a talk as long as the tool itself. Null if no client runs it. */
  given(conversationId: string, toolName: string): number | null
  /** The page's tools, run by the client if it sent the input. */
  tools(page: Pick<PageTools, 'run'>): Pick<PageTools, 'run'>
}

/** A client may return for a call it was given. */
const CALL_MS = 5 * 60_000

/** Creates the bridge. `isPageTool`: whether the named tool runs in a page or at a client. */
export function createClientBridge(isPageTool: (toolName: string) => boolean): ClientBridge {
  const threads = new Map<string, ClientThread>()
  /** The turn whose sound the window was given last, by conversation: an answer that is read aloud is heard there whoever follows. */
  const heardInWindow = new Map<string, string>()

  function thread(conversationId: string): ClientThread {
    const known = threads.get(conversationId)
    if (known !== undefined) return known
    const made = createClientThread(conversationId, isPageTool)
    threads.set(conversationId, made)
    return made
  }

  return {
    thread,
    forget(conversationId) {
      threads.delete(conversationId)
      heardInWindow.delete(conversationId)
    },
    takesEvent(name, payload) {
      const isEnd = name === 'playback.end' || name === 'playback.flush'
      if ((isEnd || name === 'playback.pcm') && 'conversationId' in payload && 'turnId' in payload && typeof payload.turnId === 'string') {
        const { conversationId, turnId } = payload
        const followed = threads.get(conversationId)
        if (isEnd) followed?.sound(turnId, name === 'playback.end' ? 'end' : 'flush')
        else heardInWindow.set(conversationId, turnId)
        if (isEnd && followed?.takesSound() === true && heardInWindow.get(conversationId) !== turnId) return true
      }
      callListener({ 'conversation.status': (status) => threads.get(status.conversationId)?.status(status) }, name, payload)
      return false
    },
    given(conversationId, toolName) {
      const followed = threads.get(conversationId)
      if (followed?.runs(toolName) !== true) return null
      return followed.takesSound() ? 0 : CALL_MS
    },
    tools: (page) => ({
      run(name, input, context) {
        const followed = threads.get(context.conversationId)
        return followed?.runs(name) === true ? followed.run(name, input, context) : page.run(name, input, context)
      },
    }),
  }
}
