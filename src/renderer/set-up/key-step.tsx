import { History, KeyRound, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CallReply } from '../../shared/ipc/contract'
import { longestKey } from '../../shared/ipc/limits'
import { causeTitle } from '../app/cause-title'
import { demosOf } from '../demos/demos-of'
import { useI18n } from '../i18n/i18n-provider'
import { reasonText } from '../i18n/reason-text'
import type { Translator } from '../i18n/translate'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import link from '../ui/link-button.module.css'
import { SecretField } from '../ui/secret-field'
import { whenDrawn } from '../ui/when-drawn'
import styles from './key-step.module.css'
import { type StepProps, StepTitle, TestResult } from './step'
import common from './step.module.css'

type KeyTest = CallReply<'key.test'>

/** Where Google gives out keys for Gemini. */
const KEYS_PAGE = 'https://aistudio.google.com/apikey'

/** Moves the focus to the field of the choice, which is drawn after it was made. */
function focusField(choice: HTMLElement): void {
  whenDrawn(() => {
    const field = choice.querySelector<HTMLInputElement>('[data-key-field]')
    field?.focus()
    return field !== null
  })
}

/** The demo, or the user's own key, which is tested by opening a session with it. */
export function KeyStep({ ready, before, goOn }: StepProps) {
  const i18n = useI18n()
  const { actions, client } = useServices()
  const key = useApp((state) => state.key)
  const model = useApp((state) => state.settings.model)
  const recordings = useApp((state) => demosOf(state.fixtures, i18n.language).length)
  const [choice, setChoice] = useState<'demo' | 'own'>(key.source === 'none' ? 'demo' : 'own')
  const [typed, setTyped] = useState('')
  const [tested, setTested] = useState<KeyTest | 'testing' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const text = typed.trim()
  const canTest = text.length <= longestKey && (text !== '' || key.source !== 'none')

  const test = async (): Promise<KeyTest | null> => {
    setTested('testing')
    setFailure(null)
    const reply = await client.call('key.test', { key: text === '' ? null : text })
    setTested(reply.ok ? reply.value : null)
    if (!reply.ok) setFailure(reply.error.message)
    return reply.ok ? reply.value : null
  }
  const save = async (): Promise<boolean> => {
    if (choice === 'demo' || text === '') return true
    // a key is tested before it is saved; the second time the user continues, it is saved in any case
    if (tested === null && (await test())?.kind !== 'works') return false
    const reply = await client.call('key.save', { key: text })
    if (!reply.ok) setFailure(reply.error.message)
    return reply.ok
  }

  useEffect(() => {
    before.current = save
    ready(choice === 'demo' || (canTest && tested !== 'testing'))
  })

  return (
    <>
      <StepTitle title={i18n.t('setUp.key.title')} line={i18n.t('setUp.key.line')} />
      <div className={styles.choices} role="radiogroup" aria-label={i18n.t('setUp.key.title')}>
        <label className={styles.choice} data-chosen={choice === 'demo'}>
          <input type="radio" name="start" checked={choice === 'demo'} onChange={() => setChoice('demo')} />
          <span className={styles.choiceWords}>
            <span className={styles.choiceName}>{i18n.t('setUp.key.demo')}</span>
            <span className={styles.choiceLine}>{i18n.count('setUp.key.demoLine', recordings)}</span>
          </span>
          <History size={18} strokeWidth={1.75} aria-hidden />
        </label>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the radio button inside has the keys */}
        <div
          className={styles.choice}
          data-chosen={choice === 'own'}
          onClick={({ detail, currentTarget, target }) => {
            // a choice by the arrow keys stays among the choices
            if (detail === 0 || !(target instanceof Element) || target.closest('button, form') !== null) return
            setChoice('own')
            focusField(currentTarget)
          }}
        >
          <input
            id="own-key"
            type="radio"
            name="start"
            checked={choice === 'own'}
            aria-describedby="own-key-line"
            onChange={() => setChoice('own')}
          />
          <div className={styles.choiceWords}>
            <label htmlFor="own-key" className={styles.choiceName}>
              {i18n.t('setUp.key.own')}
            </label>
            <span id="own-key-line" className={styles.choiceLine}>
              {i18n.t('setUp.key.ownLine')}
              {key.source !== 'none' && ` ${i18n.t('setUp.key.there')}`}{' '}
              <button type="button" className={link.link} onClick={() => actions.openLink(KEYS_PAGE)}>
                {i18n.t('setUp.key.getOne')}
              </button>
              {key.ending !== undefined && ` ${i18n.t('setUp.key.ending', { ending: key.ending })}`}
            </span>
            {choice === 'own' && (
              <KeyForm
                {...{ typed, canTest, tested, failure, model }}
                storesKey={key.storage !== 'memory'}
                onTyped={(text) => {
                  setTyped(text)
                  setTested(null)
                }}
                onTest={test}
                onSubmit={goOn}
              />
            )}
          </div>
          <KeyRound size={18} strokeWidth={1.75} aria-hidden />
        </div>
      </div>
      <p className={common.note}>
        <Lock size={14} strokeWidth={2} aria-hidden />
        {i18n.t('settings.key.private')}
      </p>
    </>
  )
}

interface KeyFormProps {
  readonly typed: string
  readonly canTest: boolean
  readonly tested: KeyTest | 'testing' | null
  readonly failure: string | null
  readonly model: string
  /** Whether the system stores the key; otherwise it is in memory only. */
  readonly storesKey: boolean
  onTyped(text: string): void
  onTest(): Promise<unknown>
  onSubmit(): void
}

/** The field for the user's own key, its test, and what the test found. */
function KeyForm({ typed, canTest, tested, failure, model, storesKey, onTyped, onTest, onSubmit }: KeyFormProps) {
  const i18n = useI18n()
  return (
    <>
      <form
        className={styles.keyForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (canTest) onSubmit()
        }}
      >
        <SecretField
          label={i18n.t('settings.key.input')}
          placeholder={i18n.t('settings.key.placeholder')}
          value={typed}
          onChange={onTyped}
        />
        {/* while it tests, the button keeps the focus */}
        <Button
          disabled={!canTest}
          aria-disabled={tested === 'testing'}
          onClick={() => {
            if (tested !== 'testing') void onTest()
          }}
        >
          {i18n.t('setUp.key.test')}
        </Button>
      </form>
      <div className={common.tests} role="status">
        {tested === 'testing' && <TestResult kind="busy">{i18n.t('setUp.key.testing', { model })}</TestResult>}
        {tested !== null && tested !== 'testing' && <KeyLines tested={tested} i18n={i18n} />}
        {failure !== null && <TestResult kind="bad">{failure}</TestResult>}
        {!storesKey && <TestResult kind="warning">{i18n.t('settings.key.noStore')}</TestResult>}
      </div>
    </>
  )
}

/** The test's results line by line: a key can be valid although its model or its quota is not. */
function KeyLines({ tested, i18n }: { readonly tested: KeyTest; readonly i18n: Translator }) {
  const { model } = tested
  if (tested.kind === 'works') {
    return (
      <>
        <TestResult kind="good">{i18n.t('setUp.key.accepted')}</TestResult>
        <TestResult kind="good">{i18n.t('setUp.key.model', { model, seconds: (tested.ms / 1000).toFixed(1) })}</TestResult>
      </>
    )
  }
  const { cause, detail } = tested
  const accepted = cause === 'model-unknown' || cause === 'model-without-audio' || cause === 'quota'
  const title = cause === 'key-malformed' ? i18n.t('setUp.key.malformed') : causeTitle(cause, { detail, model }, i18n)
  return (
    <>
      {accepted && <TestResult kind="good">{i18n.t('setUp.key.accepted')}</TestResult>}
      <TestResult kind="bad">
        {title}
        {cause !== 'key-malformed' && (
          <>
            <span className={common.detail}>{i18n.t(`cause.${cause}.line`)}</span>
            <span className={common.detail}>{reasonText(detail, i18n)}</span>
          </>
        )}
      </TestResult>
      {cause !== 'key-malformed' && <p className={common.hint}>{i18n.t('setUp.key.anyway')}</p>}
    </>
  )
}
