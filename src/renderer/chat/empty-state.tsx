import { History, KeyRound, Quote, ShieldCheck } from 'lucide-react'
import { isTalking } from '../../shared/talk/talk-facts'
import { demosOf } from '../demos/demos-of'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { focusComposer } from '../ui/focus-composer'
import { talkKeyOf } from '../voice/talk-key'
import { BigKeyCap } from './big-key-cap'
import styles from './empty-state.module.css'

/** How many demos are offered by their prompts; the gallery has all of them. */
const OFFERED = 4

/** An empty conversation: how to talk, and which demos there are to try. */
export function EmptyState() {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const hotkey = useApp((state) => state.hotkey)
  const hasKey = useApp((state) => state.key.source !== 'none')
  const fixtures = demosOf(
    useApp((state) => state.fixtures),
    i18n.language,
  )
  const talking = useApp((state) => isTalking(state.talk))
  const replay = useApp((state) => currentStatus(state)?.replay ?? null)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const inReplay = !hasKey || replay !== null
  const talkKey = talkKeyOf(hotkey, operatingSystem)
  const { title, line } =
    talkKey.mode === 'hold'
      ? { title: i18n.t('empty.hold'), line: i18n.t(talkKey.global ? 'empty.holdLine' : 'empty.holdLineWindow') }
      : { title: i18n.t('empty.toggle'), line: i18n.t(talkKey.global ? 'empty.toggleLine' : 'empty.toggleLineWindow') }

  const choose = async (fixtureId: string, prompt: string) => {
    if (conversationId === null) return
    if (talking) {
      await actions.askDemo(conversationId, prompt)
      return
    }
    await actions.chooseReplay(conversationId, fixtureId, prompt)
    focusComposer()
  }

  return (
    <div className={styles.empty}>
      <div className={styles.hero}>
        <span className={styles.caps}>
          {talkKey.keys.map((key) => (
            <BigKeyCap key={key} name={key} operatingSystem={operatingSystem} i18n={i18n} />
          ))}
        </span>
        <div className={styles.heroWords}>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.line}>{line}</p>
        </div>
      </div>
      {inReplay && fixtures.length > 0 && (
        <section className={styles.try} aria-label={i18n.t('empty.trySaying')}>
          <h3 className={styles.heading}>{i18n.t('empty.trySaying')}</h3>
          <ul>
            {fixtures.slice(0, OFFERED).map((fixture) => (
              <li key={fixture.fixtureId}>
                <button type="button" className={styles.row} onClick={() => void choose(fixture.fixtureId, i18n.of(fixture.prompt))}>
                  <Quote size={16} strokeWidth={1.75} aria-hidden />
                  <span className={styles.prompt}>{i18n.of(fixture.prompt)}</span>
                  <span className={styles.note}>{i18n.of(fixture.note)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.facts}>
        <p>
          <History size={16} strokeWidth={1.75} aria-hidden />
          <span>
            {i18n.t('demos.offer')}{' '}
            <button type="button" className={styles.link} data-opens-demos onClick={actions.showDemos}>
              {i18n.t('demos.link')}
            </button>
          </span>
        </p>
        <p>
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
          <span>{i18n.t('empty.asks')}</span>
        </p>
        {!hasKey && (
          <p>
            <KeyRound size={16} strokeWidth={1.75} aria-hidden />
            <span>
              {i18n.t('empty.noKey')}{' '}
              <button type="button" className={styles.link} data-opens-settings="key" onClick={() => actions.showSettings('key')}>
                {i18n.t('empty.noKeyLink')}
              </button>
            </span>
          </p>
        )}
      </div>
    </div>
  )
}
