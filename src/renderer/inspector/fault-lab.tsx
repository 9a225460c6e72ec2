import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { FaultSummary } from '../../shared/ipc/replay-calls'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Fault } from '../ui/fault'
import fields from '../ui/field.module.css'
import { moveFocusInside } from '../ui/roving'
import styles from './fault-lab.module.css'

interface FaultLabProps {
  readonly conversationId: string
  /** the current fault */
  readonly chosen: string | null
  /** One was chosen, and the recording has restarted. */
  onChosen(): void
}

/** All faults of the catalogue, to replay a recording with one of them. */
export function FaultLab({ conversationId, chosen, onChosen }: FaultLabProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [known, setKnown] = useState<readonly FaultSummary[]>([])
  const [wanted, setWanted] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    void actions.faults().then((read) => (read.ok ? setKnown(read.value) : setRefusal(read.error.message)))
  }, [actions])

  const choose = async (fault: string | null) => {
    const done = await actions.misbehave(conversationId, fault)
    if (done.ok) onChosen()
    else setRefusal(done.error.message)
  }
  const faults: Readonly<Record<string, string>> = i18n.faults
  const descriptionOf = ({ name, what }: FaultSummary) => (Object.hasOwn(faults, name) ? (faults[name] ?? what) : what)
  const shown = known.filter((fault) => fits(`${fault.name} ${i18n.t(`faults.family.${fault.family}`)} ${descriptionOf(fault)}`, wanted))
  const families = [...new Set(shown.map(({ family }) => family))]
  return (
    <>
      <p className={styles.line}>{i18n.t('faults.line')}</p>
      <input
        type="search"
        className={fields.field}
        placeholder={i18n.t('faults.filter')}
        aria-label={i18n.t('faults.filter')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {refusal !== null && <Fault>{refusal}</Fault>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside */}
      <div className={styles.list} onKeyDown={(event) => moveFocusInside(event, 'button')}>
        {wanted === '' && (
          <Choice name={i18n.t('faults.none')} chosen={chosen === null} onChoose={() => void choose(null)}>
            {i18n.t('faults.noneLine')}
          </Choice>
        )}
        {families.map((family) => (
          <Family key={family} name={i18n.t(`faults.family.${family}`)}>
            {shown
              .filter((fault) => fault.family === family)
              .map((fault) => ({ ...fault, description: descriptionOf(fault) }))
              .map(({ name, description, times }) => (
                <Choice
                  key={name}
                  name={name}
                  code
                  times={times === 'always' ? i18n.t('faults.always') : i18n.count('faults.times', times)}
                  chosen={chosen === name}
                  onChoose={() => void choose(name)}
                >
                  {description}
                </Choice>
              ))}
          </Family>
        ))}
        {shown.length === 0 && wanted !== '' && <p className={styles.line}>{i18n.t('faults.noMatch')}</p>}
      </div>
    </>
  )
}

function Family({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.family}>
        {name}
      </h3>
      {children}
    </section>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly code?: boolean
  readonly times?: string
  readonly chosen: boolean
  readonly children: ReactNode
  onChoose(): void
}

function Choice({ name, code = false, times, chosen, children, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} aria-pressed={chosen} onClick={onChoose}>
      <span className={styles.head}>
        <span className={code ? styles.code : styles.name}>{name}</span>
        {times !== undefined && <span className={styles.times}>{times}</span>}
        {chosen && <Check size={14} strokeWidth={2.2} aria-hidden />}
      </span>
      <span className={styles.what}>{children}</span>
    </button>
  )
}

/** Whether the text contains each of the words. */
function fits(text: string, wanted: string): boolean {
  const lower = text.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
