import { ArrowUpRight, Plug } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Elicitation, ElicitationAnswer } from '../../shared/servers/elicitation'
import { pageQuestion } from '../../shared/tools/open-url'
import { ACCIDENTAL_INPUT_MS } from '../approval/accidental-input-delay'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import { timeLeft } from '../ui/format'
import { useNow } from '../ui/use-now'
import styles from './elicitations.module.css'
import { firstDrafts, readForm } from './form-drafts'
import { FormFields } from './form-fields'

/**
 * A question of a server, in a frame of its own: it is not Parley that asks, and nothing is allowed here. Its title names the server, and
 * the server's words stand apart. No answer counts right after the card appeared.
 */
export function ElicitationCard({ elicitation }: { readonly elicitation: Elicitation }) {
  const i18n = useI18n()
  const { client } = useServices()
  const titleId = useId()
  const now = useNow(1000, true)
  const [armed, setArmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { elicitationId, server, request, expiresAt } = elicitation
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ACCIDENTAL_INPUT_MS)
    return () => clearTimeout(timer)
  }, [])

  const answer = async (given: ElicitationAnswer) => {
    if (!armed || busy) return
    setBusy(true)
    const reply = await client.call('elicitations.answer', { elicitationId, answer: given })
    setBusy(false)
    setFailure(reply.ok ? null : reply.error.message)
  }
  const buttons = (accept: ReactNode) => (
    <div className={styles.buttons}>
      <Button look="plain" aria-disabled={!armed || busy} onClick={() => void answer({ kind: 'cancel' })}>
        {i18n.t('elicitation.dismiss')}
      </Button>
      <Button aria-disabled={!armed || busy} onClick={() => void answer({ kind: 'decline' })}>
        {i18n.t('elicitation.decline')}
      </Button>
      {accept}
    </div>
  )

  return (
    <article className={styles.card} aria-labelledby={titleId} data-elicitation={elicitationId}>
      <div className={styles.head}>
        <Plug size={18} strokeWidth={1.75} aria-hidden />
        <h2 className={styles.title} id={titleId}>
          {i18n.t(`elicitation.${request.kind}`, { server })}
        </h2>
        <span role="timer" className={styles.time}>
          {i18n.t('elicitation.closesIn', { time: timeLeft(expiresAt - now) })}
        </span>
      </div>
      {request.message !== '' && (
        <blockquote className={styles.words}>
          <p className={styles.whose}>{i18n.t('elicitation.words')}</p>
          {request.message}
        </blockquote>
      )}
      {request.kind === 'secret' && <p>{i18n.t('elicitation.secretLine', { fields: request.fields.join(', ') })}</p>}
      {request.kind === 'page' && (
        <>
          <p>{pageQuestion(request.address, i18n)}</p>
          <p className={styles.address} dir="ltr">
            {request.address}
          </p>
        </>
      )}
      {failure !== null && <Fault>{i18n.t('card.failed', { reason: failure })}</Fault>}
      {request.kind === 'form' && <Form fields={request.fields} disabled={!armed || busy} buttons={buttons} onSend={answer} />}
      {request.kind === 'secret' && buttons(null)}
      {request.kind === 'page' &&
        buttons(
          <Button look="ink" aria-disabled={!armed || busy} onClick={() => void answer({ kind: 'accept', values: {} })}>
            <ArrowUpRight size={14} strokeWidth={2} aria-hidden />
            {i18n.t('elicitation.openPage')}
          </Button>,
        )}
    </article>
  )
}

interface FormProps {
  readonly fields: Extract<Elicitation['request'], { readonly kind: 'form' }>['fields']
  readonly disabled: boolean
  buttons(accept: ReactNode): ReactNode
  onSend(answer: ElicitationAnswer): Promise<void>
}

/** The form; faults are shown after the first try to send it. */
function Form({ fields, disabled, buttons, onSend }: FormProps) {
  const i18n = useI18n()
  const [drafts, setDrafts] = useState(() => firstDrafts(fields))
  const [isTried, setTried] = useState(false)
  const { values, faults } = readForm(fields, drafts)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const inputs = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-field]')]
        inputs.find(({ dataset }) => faults.has(dataset.field ?? ''))?.focus()
        if (faults.size === 0) void onSend({ kind: 'accept', values })
      }}
    >
      <FormFields fields={fields} drafts={drafts} faults={isTried ? faults : new Map()} onChange={setDrafts} />
      <p className={styles.whose}>{i18n.t('elicitation.sends')}</p>
      {buttons(
        <Button look="ink" type="submit" aria-disabled={disabled || (isTried && faults.size > 0)}>
          {i18n.t('elicitation.send')}
        </Button>,
      )}
    </form>
  )
}
