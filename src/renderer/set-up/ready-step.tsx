import { Keyboard, Quote } from 'lucide-react'
import { useEffect } from 'react'
import { demosOf } from '../demos/demos-of'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { keySentence } from '../ui/key-cap'
import { whenDrawn } from '../ui/when-drawn'
import { talkKeyOf } from '../voice/talk-key'
import { type StepProps, StepTitle } from './step'
import styles from './step.module.css'

const SAMPLES = 3

/** How to begin, with sentences to try. */
export function ReadyStep({ ready, finish }: StepProps) {
  const i18n = useI18n()
  const { actions, store } = useServices()
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const fixtures = demosOf(
    useApp((state) => state.fixtures),
    i18n.language,
  )
  const hasKey = useApp((state) => state.key.source !== 'none')
  const talkKey = talkKeyOf(hotkey, operatingSystem)
  const written = hotkey.bindings.find(({ action, shortcut, problem }) => action === 'newQuestion' && shortcut !== null && problem === null)
  const sentence = (keys: readonly string[]) => keySentence(keys, operatingSystem, i18n)
  useEffect(() => ready(true))

  const begin = async (fixtureId: string, prompt: string) => {
    const conversationId = store.api.getState().currentConversationId
    finish()
    if (conversationId === null) return
    if (hasKey) actions.setDraft(conversationId, prompt)
    else await actions.chooseReplay(conversationId, fixtureId, prompt)
    whenDrawn(() => {
      if (document.querySelector('[data-composer]') === null) return false
      focusComposer()
      return true
    })
  }

  const way = !talkKey.global ? 'setUp.ready.window' : talkKey.mode === 'hold' ? 'setUp.ready.hold' : 'setUp.ready.toggle'
  return (
    <>
      <StepTitle title={i18n.t('setUp.ready.title')} line={i18n.t(way, { keys: sentence(talkKey.keys) })} />
      {written !== undefined && (
        <ul className={styles.facts}>
          <li>
            <Keyboard size={18} strokeWidth={1.75} aria-hidden />
            <span>{i18n.t('setUp.ready.write', { keys: sentence(written.keys) })}</span>
          </li>
        </ul>
      )}
      {fixtures.length > 0 && (
        <section className={styles.try} aria-label={i18n.t('setUp.ready.try')}>
          <h2 className={styles.tryName}>{i18n.t('setUp.ready.try')}</h2>
          <ul>
            {fixtures.slice(0, SAMPLES).map(({ fixtureId, prompt }) => (
              <li key={fixtureId}>
                <button type="button" className={styles.sample} onClick={() => void begin(fixtureId, i18n.of(prompt))}>
                  <Quote size={16} strokeWidth={1.75} aria-hidden />
                  <span>{i18n.of(prompt)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
