import { Check, Info, Keyboard, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { BigKeyCap } from '../chat/big-key-cap'
import { RefusalNote } from '../hotkeys/refusal-note'
import { useKeyChoice } from '../hotkeys/use-key-choice'
import { useI18n } from '../i18n/i18n-provider'
import { reasonText } from '../i18n/reason-text'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { SystemSettingsButton } from '../ui/system-settings-button'
import { talkKeyOf } from '../voice/talk-key'
import styles from './hotkey-step.module.css'
import { type StepProps, StepTitle } from './step'
import common from './step.module.css'
import { useHotkeyTest } from './use-hotkey-test'

/** Waits for a real press and release before it says that the talk key works, and shows its reach. */
export function HotkeyStep({ ready }: StepProps) {
  const i18n = useI18n()
  const { client } = useServices()
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const talkKey = talkKeyOf(hotkey, operatingSystem)
  const holds = talkKey.mode === 'hold'
  const test = useHotkeyTest(`${talkKey.mode} ${talkKey.keys.join('+')}`)
  const choice = useKeyChoice(holds ? 'hold' : 'toggle', 'test')
  const done = test.pressed && (!holds || test.heldMs !== null)
  const isDown = holds && test.downSince !== null
  const seconds = (ms: number) => (ms / 1000).toFixed(1)

  useEffect(() => {
    ready(done && !choice.recording)
  })

  return (
    <>
      <StepTitle
        title={i18n.t(holds ? 'setUp.hotkey.holdTitle' : 'setUp.hotkey.tapTitle')}
        line={i18n.t(holds ? 'setUp.hotkey.holdLine' : 'setUp.hotkey.tapLine')}
      />
      <div className={common.card}>
        <div className={styles.hero} data-live={isDown || choice.recording}>
          {choice.recording ? (
            <span className={styles.recording} role="status">
              <Keyboard size={18} strokeWidth={1.75} aria-hidden />
              {i18n.t(holds ? 'hotkeys.recordingHold' : 'hotkeys.recording')}
            </span>
          ) : (
            <>
              <span className={styles.caps} data-live={isDown}>
                {talkKey.keys.map((key) => (
                  <BigKeyCap key={key} name={key} operatingSystem={operatingSystem} i18n={i18n} />
                ))}
              </span>
              <div className={styles.heroWords}>
                <p className={styles.heroTitle}>
                  {isDown
                    ? i18n.t('setUp.hotkey.held', { seconds: seconds(Math.max(0, test.now - (test.downSince ?? test.now))) })
                    : i18n.t(done ? 'setUp.hotkey.done' : 'setUp.hotkey.ready')}
                </p>
                <p className={styles.heroLine}>
                  {i18n.t(isDown ? 'setUp.hotkey.heldLine' : done ? 'setUp.hotkey.doneLine' : 'setUp.hotkey.readyLine')}
                </p>
              </div>
            </>
          )}
          {hotkey.bindings.length > 0 && (
            <Button onClick={choice.recording ? choice.cancel : choice.begin}>
              {i18n.t(choice.recording ? 'hotkeys.cancel' : 'setUp.hotkey.other')}
            </Button>
          )}
        </div>
        <SeenRow
          state={test.pressed ? 'seen' : 'waiting'}
          name={i18n.t('setUp.hotkey.press')}
          line={i18n.t(
            test.pressed ? (talkKey.global ? 'setUp.hotkey.pressEverywhere' : 'setUp.hotkey.pressWindow') : 'setUp.hotkey.pressWaiting',
          )}
        />
        <SeenRow
          state={!holds ? 'hidden' : test.heldMs !== null && !isDown ? 'seen' : test.pressed ? 'waiting' : 'later'}
          name={i18n.t('setUp.hotkey.release')}
          line={
            !holds
              ? i18n.t('setUp.hotkey.releaseHidden')
              : test.heldMs !== null && !isDown
                ? i18n.t('setUp.hotkey.releaseSeen', { seconds: seconds(test.heldMs) })
                : i18n.t('setUp.hotkey.releaseWaiting')
          }
        />
        {holds && (
          <SeenRow
            state={test.doubleTapped ? 'seen' : 'later'}
            name={i18n.t('setUp.hotkey.double')}
            line={i18n.t(test.doubleTapped ? 'setUp.hotkey.doubleSeen' : 'setUp.hotkey.doubleLine')}
          />
        )}
      </div>
      <RefusalNote choice={choice} />
      {hotkey.reason !== null && (
        <p className={common.note}>
          <TriangleAlert size={14} strokeWidth={2} aria-hidden />
          {reasonText(hotkey.reason, i18n)}
        </p>
      )}
      {hotkey.reason !== null && <SystemSettingsButton page="keyboard" />}
      {hotkey.bindings.length > 0 && (hotkey.mode === 'hold' || hotkey.reason === null) && (
        <p className={common.note}>
          <Info size={14} strokeWidth={2} aria-hidden />
          <span>
            {holds && `${i18n.t('setUp.hotkey.cant')} `}
            <button
              type="button"
              className={common.link}
              onClick={() => {
                if (holds) void client.call('hotkey.set', { action: 'hold', shortcut: null })
                else void client.call('hotkey.reset', { action: 'hold' })
              }}
            >
              {i18n.t(holds ? 'setUp.hotkey.tapInstead' : 'setUp.hotkey.holdInstead')}
            </button>
          </span>
        </p>
      )}
    </>
  )
}

interface SeenRowProps {
  readonly state: 'seen' | 'waiting' | 'later' | 'hidden'
  readonly name: string
  readonly line: string
}

function SeenRow({ state, name, line }: SeenRowProps) {
  const marks: { readonly [State in SeenRowProps['state']]: ReactNode } = {
    seen: <Check size={14} strokeWidth={2.4} aria-hidden />,
    waiting: <LoaderCircle size={16} strokeWidth={2.4} aria-hidden />,
    later: null,
    hidden: <TriangleAlert size={14} strokeWidth={2} aria-hidden />,
  }
  return (
    <div className={styles.seen} data-seen={state} role={state === 'seen' ? 'status' : undefined}>
      <span className={styles.seenMark}>{marks[state]}</span>
      <span className={styles.seenName}>{name}</span>
      <span className={styles.seenLine}>{line}</span>
    </div>
  )
}
