import { attachmentOfPart } from '../attachments/attachment-part'
import { type Translator, translatorFor } from '../i18n/translator'
import type { JsonValue } from '../lib/json'
import { displayText } from '../messages/message'
import type { ToolPart, UIMessage, UIPart } from '../protocol/ui-message'
import { errorOf } from '../protocol/ui-message'
import type { ArchivedConversation } from './archived-conversation'

/** The format of dates and headings. */
export interface MarkdownLabels {
  /** BCP 47 */
  readonly locale: string
  readonly timeZone?: string
}

/**
 * A readable conversation: who said what and when, which calls were made with which arguments, who allowed them, and
 * their results.
 */
export function conversationMarkdown(archived: ArchivedConversation, { locale, timeZone }: MarkdownLabels): string {
  const i18n = translatorFor(locale)
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone !== undefined && { timeZone }) })
  const inOrder = shownMessages(archived)
    .map((one, position) => ({ ...one, position }))
    .sort((a, b) => a.turnPosition - b.turnPosition || rank(a.message) - rank(b.message) || a.position - b.position)
  const blocks = [
    `# ${oneLine(archived.title === '' ? i18n.t('markdown.untitled') : archived.title)}`,
    ...inOrder.flatMap(({ message, updatedAt }) => {
      const spoken = message.metadata?.voice === undefined ? '' : ` · ${i18n.t('markdown.spoken')}`
      const who = message.role === 'user' ? i18n.t('markdown.you') : 'Parley'
      const body =
        message.role === 'user'
          ? message.parts.map((part) => userPart(part, i18n))
          : message.parts.map((part) => partOf(part, archived, i18n))
      return [`**${who}** · ${times.format(updatedAt)}${spoken}`, ...body, ...sourcesOf(message, i18n)]
    }),
    ...(archived.draft === '' ? [] : [`**${i18n.t('markdown.draft')}**`, quoted(archived.draft)]),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The messages of the branch that was shown. */
function shownMessages({ messages, branches, branch }: ArchivedConversation): ArchivedConversation['messages'] {
  const until = new Map<number, number>()
  let next: number | undefined = branch
  let limit = Number.POSITIVE_INFINITY
  while (next !== undefined && !until.has(next)) {
    until.set(next, limit)
    const from: ArchivedConversation['branches'][number] | undefined = branches.find((one) => one.branch === next)
    limit = Math.min(limit, from?.cut ?? limit)
    next = from?.parent
  }
  return messages.filter((one) => {
    const place = one.turnPosition * 2 + (rank(one.message) === 2 ? 1 : 0)
    return place < (until.get(one.branch) ?? Number.NEGATIVE_INFINITY)
  })
}

function rank({ role }: UIMessage): number {
  return role === 'system' ? 0 : role === 'user' ? 1 : 2
}

/** The user's text is not Markdown: a quote keeps its lines apart from Parley's. */
function userPart(part: UIPart, i18n: Translator): string {
  return part.type === 'text' ? quoted(part.text) : part.type === 'file' ? fileLine(part, i18n) : ''
}

function partOf(part: UIPart, archived: ArchivedConversation, i18n: Translator): string {
  switch (part.type) {
    case 'text':
      return part.text.trim()
    case 'reasoning':
      return part.text.trim() === '' ? '' : quoted(`*${i18n.t('markdown.thoughts')}*\n\n${part.text.trim()}`)
    case 'dynamic-tool':
      return callOf(part, archived, i18n)
    case 'file':
      return fileLine(part, i18n)
    case 'data-interrupted':
      return part.data.heardSamples < part.data.totalSamples ? `*${i18n.t('markdown.interrupted')}*` : ''
    case 'data-executable-code':
      return fenced(part.data.code, part.data.language.toLowerCase())
    case 'data-code-execution-result':
      return fenced(part.data.output, 'text')
    default:
      return ''
  }
}

function callOf(part: ToolPart, archived: ArchivedConversation, i18n: Translator): string {
  const { toolCallId, toolName, state } = part
  const answered = archived.approvals.findLast((approval) => approval.toolCallId === toolCallId)
  const decided = archived.decisions.find((decision) => decision.toolCallId === toolCallId)
  const rule = decided === undefined ? '' : ` · ${i18n.t('markdown.ruled')} ${decided.number}`
  const reason = part.approval?.reason === undefined ? '' : ` (${oneLine(part.approval.reason)})`
  const how =
    state === 'output-denied'
      ? `${i18n.t('markdown.denied')}${reason}`
      : state === 'output-error'
        ? i18n.t('markdown.failed')
        : state !== 'output-available'
          ? i18n.t('markdown.open')
          : answered === undefined
            ? ''
            : i18n.t('markdown.allowed')
  const line = `\`${toolName}\`${how === '' ? '' : ` · ${how}`}${rule}`
  const input = answered?.editedInput ?? part.input
  const result =
    state === 'output-available' ? json(part.output) : state === 'output-error' ? fenced(displayText(errorOf(part), i18n), 'text') : ''
  return [line, input === undefined ? '' : json(input), result].filter((block) => block !== '').join('\n\n')
}

function sourcesOf({ parts }: UIMessage, i18n: Translator): readonly string[] {
  const lines = parts.flatMap((part) =>
    part.type === 'source-url'
      ? [`- ${oneLine(part.title ?? part.url)}: <${oneLine(part.url).replace(/[<>\s]/g, encodeURIComponent)}>`]
      : [],
  )
  return lines.length === 0 ? [] : [`${i18n.t('markdown.sources')}:`, lines.join('\n')]
}

function fileLine(part: Extract<UIPart, { readonly type: 'file' }>, i18n: Translator): string {
  const name = attachmentOfPart(part)?.fileName ?? part.filename
  return `*${i18n.t('markdown.file')}: ${oneLine(name ?? '')}${name === undefined ? '' : ', '}${oneLine(part.mediaType)}*`
}

function json(value: JsonValue): string {
  return fenced(JSON.stringify(value, null, 2), 'json')
}

/** The text in a fence longer than any fence inside it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
