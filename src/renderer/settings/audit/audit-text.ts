import { ruleNameText } from '../../../shared/approvals/rule-name'
import type { AuditEntry, AuditEvent, Decider } from '../../../shared/audit/audit-entry'
import { assertNever } from '../../../shared/lib/assert-never'
import { makeVisible } from '../../../shared/text/make-visible'
import { reasonText } from '../../i18n/reason-text'
import type { Translator } from '../../i18n/translate'
import { byteSize, duration } from '../../ui/format'

/** The event of an entry, in one line after the tool's name. */
export function auditText({ event }: AuditEntry, i18n: Translator): string {
  switch (event.kind) {
    case 'requested':
      return i18n.t('audit.requested')
    case 'decided': {
      const said = i18n.t(`audit.decided.${event.decision}`)
      const by = event.by === null ? '' : deciderWords(event.by, i18n)
      const reason =
        event.reason === null || event.reason === '' ? '' : i18n.t('audit.reason', { reason: makeVisible(reasonText(event.reason, i18n)) })
      return [said, by, reason].filter((part) => part !== '').join(i18n.t('limit.join'))
    }
    case 'executed':
      return [
        i18n.t(`audit.executed.${event.outcome}`),
        event.durationMs === null ? '' : duration(event.durationMs),
        event.errorText === null ? '' : makeVisible(reasonText(event.errorText, i18n)),
      ]
        .filter((part) => part !== '')
        .join(' · ')
    case 'client':
      return i18n.t(`audit.client.${event.what}`, { name: makeVisible(event.name), scopes: event.scopes.join(', ') })
    case 'sight':
      return sightText(event, i18n)
    default:
      return assertNever(event, 'audit event')
  }
}

function sightText(event: Extract<AuditEvent, { readonly kind: 'sight' }>, i18n: Translator): string {
  const source = i18n.t(`sight.kind.${event.source}`)
  const parts =
    event.reason === null
      ? [i18n.t('audit.sight.began', { source }), begunBy(event, i18n)]
      : [
          i18n.t('audit.sight.ended', { source }),
          i18n.count('sight.frames', event.frames),
          byteSize(event.bytes, i18n.locale),
          i18n.t(`audit.sight.reason.${event.reason}`),
        ]
  return parts.join(' · ')
}

function begunBy({ by, program = '' }: Extract<AuditEvent, { readonly kind: 'sight' }>, i18n: Translator): string {
  return by === 'program' ? i18n.t('audit.sight.by.program', { name: makeVisible(program) }) : i18n.t(`audit.sight.by.${by}`)
}

function deciderWords(decider: Decider, i18n: Translator): string {
  if (decider.kind === 'rule') return i18n.t('audit.by.rule', { name: makeVisible(ruleNameText(decider.name, i18n)) })
  if (decider.kind === 'client') return i18n.t('audit.by.client', { name: makeVisible(decider.name) })
  return i18n.t(`audit.by.${decider.kind}`)
}
