import type { AuditEntry, Decider } from '../../../shared/audit/audit-entry'
import { assertNever } from '../../../shared/lib/assert-never'
import { makeVisible } from '../../../shared/text/make-visible'
import { reasonWords } from '../../i18n/reason-words'
import type { Translator } from '../../i18n/translate'
import { duration } from '../../ui/format'

/** What an entry says happened, in one line after the tool's name. */
export function auditWords({ event }: AuditEntry, words: Translator): string {
  switch (event.kind) {
    case 'requested':
      return words.say('audit.requested')
    case 'decided': {
      const said = words.say(`audit.decided.${event.decision}`)
      const by = event.by === null ? '' : deciderWords(event.by, words)
      const reason =
        event.reason === null || event.reason === ''
          ? ''
          : words.say('audit.reason', { reason: makeVisible(reasonWords(event.reason, words)) })
      return [said, by, reason].filter((part) => part !== '').join(words.say('limit.join'))
    }
    case 'executed':
      return [
        words.say(`audit.executed.${event.outcome}`),
        event.durationMs === null ? '' : duration(event.durationMs),
        event.errorText === null ? '' : makeVisible(reasonWords(event.errorText, words)),
      ]
        .filter((part) => part !== '')
        .join(' · ')
    case 'client':
      return words.say(`audit.client.${event.what}`, { name: makeVisible(event.name), scopes: event.scopes.join(', ') })
    default:
      return assertNever(event, 'audit event')
  }
}

function deciderWords(decider: Decider, words: Translator): string {
  if (decider.kind === 'rule') return words.say('audit.by.rule', { number: decider.number, name: words.of(decider.name) })
  if (decider.kind === 'client') return words.say('audit.by.client', { name: makeVisible(decider.name) })
  return words.say(`audit.by.${decider.kind}`)
}
