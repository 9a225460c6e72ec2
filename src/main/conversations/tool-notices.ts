import { type Message, messageOf, modelText } from '../../shared/messages/message'
import { mostFunctions, type SetAsideFunction } from '../../shared/tools/declare-functions'
import type { NoticeService } from '../lib/notices'

/** Informs the user which tools were not declared to the model of one conversation. */
export interface ToolNotices {
  /** Tools that cannot be declared; shown once while the list stays the same. */
  setAside(tools: readonly SetAsideFunction[]): void
  /** Whether the session continues without tools. */
  toolsOff(off: boolean): void
}

/** The most names listed in one notice; more than these are counted. */
const LISTED = 12

/** Creates the notices of one conversation. */
export function createToolNotices(conversationId: string, notices: NoticeService): ToolNotices {
  let shown = ''
  let off = false
  return {
    setAside(tools) {
      const detail = setAsideReasons(tools)
      const next = modelText(detail)
      if (next === shown) return
      shown = next
      if (tools.length === 0) notices.clear('tools-set-aside', conversationId)
      else notices.show({ conversationId, kind: 'tools-set-aside', cause: null, detail })
    },
    toolsOff(now) {
      if (now === off) return
      off = now
      if (now) notices.show({ conversationId, kind: 'tools-off', cause: null, detail: '' })
      else notices.clear('tools-off', conversationId)
    },
  }
}

/** One sentence for each reason, with the names of its tools. */
export function setAsideReasons(tools: readonly SetAsideFunction[]): Message {
  const reasons = [...new Set(tools.map(({ reason }) => reason))]
  return messageOf('tools-set-aside', {
    reasons: reasons.map((reason) => reasonMessage(reason, listed(tools.filter((tool) => tool.reason === reason)))),
  })
}

function listed(tools: readonly SetAsideFunction[]): string {
  const names = tools.slice(0, LISTED).map(({ name }) => name)
  return tools.length > LISTED ? `${names.join(', ')} (+${tools.length - LISTED})` : names.join(', ')
}

function reasonMessage(reason: SetAsideFunction['reason'], tools: string): Message {
  switch (reason) {
    case 'not-an-object':
      return messageOf('tools-not-an-object', { tools })
    case 'too-large':
      return messageOf('tools-schema-too-large', { tools })
    case 'too-deep':
      return messageOf('tools-schema-too-deep', { tools })
    case 'bad-name':
      return messageOf('tools-bad-name', { tools })
    case 'same-name':
      return messageOf('tools-same-name', { tools })
    case 'too-many':
      return messageOf('tools-too-many', { tools, most: mostFunctions })
    case 'too-large-together':
      return messageOf('tools-too-large-together', { tools })
  }
}
