import { type MessageText, messageText } from '../../shared/messages/message-text'
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
      if (detail === shown) return
      shown = detail
      if (detail === '') notices.clear('tools-set-aside', conversationId)
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
export function setAsideReasons(tools: readonly SetAsideFunction[]): string {
  const reasons = [...new Set(tools.map(({ reason }) => reason))]
  return reasons.map((reason) => translatorFor(reason, listed(tools.filter((tool) => tool.reason === reason)))).join('; ')
}

function listed(tools: readonly SetAsideFunction[]): string {
  const names = tools.slice(0, LISTED).map(({ name }) => name)
  return tools.length > LISTED ? `${names.join(', ')} (+${tools.length - LISTED})` : names.join(', ')
}

function translatorFor(reason: SetAsideFunction['reason'], tools: string): MessageText {
  switch (reason) {
    case 'not-an-object':
      return messageText('tools-not-an-object', { tools })
    case 'too-large':
      return messageText('tools-schema-too-large', { tools })
    case 'too-deep':
      return messageText('tools-schema-too-deep', { tools })
    case 'bad-name':
      return messageText('tools-bad-name', { tools })
    case 'same-name':
      return messageText('tools-same-name', { tools })
    case 'too-many':
      return messageText('tools-too-many', { tools, most: mostFunctions })
    case 'too-large-together':
      return messageText('tools-too-large-together', { tools })
  }
}
