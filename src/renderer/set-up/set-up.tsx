import { ArrowLeft, Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type SetUpStep, setUpSteps } from '../../shared/ipc/desktop-choices'
import { Mark } from '../app/mark'
import { WindowButtons } from '../app/window-buttons'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { hasTrafficLights } from '../state/selectors'
import { Button } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import { useLayout } from '../ui/use-width'
import { HotkeyStep } from './hotkey-step'
import { KeyStep } from './key-step'
import { MicrophoneStep } from './microphone-step'
import { PrivacyStep } from './privacy-step'
import { ReadyStep } from './ready-step'
import styles from './set-up.module.css'
import type { StepProps } from './step'

const CONTENT: { readonly [Step in SetUpStep]: (props: StepProps) => React.ReactNode } = {
  key: KeyStep,
  microphone: MicrophoneStep,
  hotkey: HotkeyStep,
  privacy: PrivacyStep,
  ready: ReadyStep,
}

/**
 * The first run: each step really tests what it sets up and can be skipped; the next start continues where the user
 * left.
 */
export function SetUp() {
  const i18n = useI18n()
  const { actions, client } = useServices()
  const kept = useApp((state) => state.settings.setUp)
  const mac = useApp(hasTrafficLights)
  const narrow = useLayout() === 'column'
  const step: SetUpStep = kept === 'done' ? 'key' : kept
  const index = setUpSteps.indexOf(step)
  const [passedOver, setPassedOver] = useState<readonly SetUpStep[]>([])
  const [ready, setReady] = useState(false)
  /** The step's action before continuing; false: stay. */
  const before = useRef<(() => Promise<boolean>) | null>(null)

  const go = (to: SetUpStep | undefined) => {
    setReady(false)
    before.current = null
    if (to !== undefined) return void actions.updateSettings({ setUp: to })
    void actions.updateSettings({ setUp: 'done' })
    actions.showThread()
  }
  const goOn = async () => {
    if (before.current !== null && !(await before.current())) return
    setPassedOver(passedOver.filter((one) => one !== step))
    go(setUpSteps[index + 1])
  }
  // a press of the talk key is tested here, and starts no talk behind the first run before its last step
  const isLast = step === 'ready'
  useEffect(() => {
    if (isLast) return
    void client.call('hotkey.mode', { mode: 'test' })
    return () => void client.call('hotkey.mode', { mode: 'use' })
  }, [client, isLast])
  const onEnter = useRef<() => void>(() => undefined)
  useEffect(() => {
    onEnter.current = () => {
      if (ready) void goOn()
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // a button, a field or a list handles the key itself; for a choice it does nothing
      const own = event.target instanceof Element && event.target.closest('button, input:not([type="radio"]), select, textarea') !== null
      if (event.key === 'Enter' && !event.repeat && !own && !event.defaultPrevented && !event.isComposing) onEnter.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const passOver = () => {
    setPassedOver([...passedOver, step])
    go(setUpSteps[index + 1])
  }

  const Content = CONTENT[step]
  return (
    <div className={styles.window} data-region="set-up">
      <nav className={styles.nav} aria-label={i18n.t('setUp.steps')}>
        <div className={`${styles.brand} ${mac ? styles.mac : ''}`}>
          <Mark size={20} />
          <span className={styles.brandName}>{i18n.t('app.name')}</span>
          {narrow && <WindowButtons />}
        </div>
        <ol className={styles.steps}>
          {setUpSteps.map((one, at) => {
            const done = at < index && !passedOver.includes(one)
            return (
              <li key={one} className={styles.step} aria-current={one === step ? 'step' : undefined}>
                <span className={`${styles.number} ${done ? styles.done : ''}`} aria-hidden={done ? undefined : true}>
                  {done ? <Check size={14} strokeWidth={2.4} aria-label={i18n.t('setUp.stepDone')} /> : at + 1}
                </span>
                {/* in a narrow window only the current step has its name on the screen: all of them stay on one line */}
                <span className={narrow && one !== step ? 'visually-hidden' : undefined}>{i18n.t(`setUp.step.${one}`)}</span>
              </li>
            )
          })}
        </ol>
        <p className={styles.later}>{i18n.t('setUp.later')}</p>
      </nav>
      <div className={styles.side}>
        {!narrow && (
          <div className={styles.bar}>
            <WindowButtons />
          </div>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <main className={styles.content} tabIndex={0} aria-label={i18n.t('setUp.region')} data-region="thread">
          <div className={styles.column}>
            <Content key={step} ready={setReady} before={before} goOn={() => void goOn()} finish={() => go(undefined)} />
          </div>
        </main>
        <footer className={styles.foot}>
          <div className={styles.footRow}>
            {index === 0 ? (
              <Button look="plain" onClick={() => go(undefined)}>
                {i18n.t('setUp.skipAll')}
              </Button>
            ) : (
              <Button look="plain" onClick={() => go(setUpSteps[index - 1])}>
                <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
                {i18n.t('setUp.back')}
              </Button>
            )}
            <span className={styles.footEnd}>
              {index > 0 && step !== 'ready' && step !== 'privacy' && (
                <Button look="plain" onClick={passOver}>
                  {i18n.t('setUp.skip')}
                </Button>
              )}
              <Button look="ink" disabled={!ready} onClick={() => void goOn()}>
                {i18n.t(step === 'ready' ? 'setUp.ready.open' : 'setUp.continue')}
                <KeyCap name="↵" onInk />
              </Button>
            </span>
          </div>
        </footer>
      </div>
    </div>
  )
}
