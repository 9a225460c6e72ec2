import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { changeableShortcuts } from '../../shared/commands/chosen-chords'
import { shortcuts } from '../../shared/commands/shortcuts'
import { capNames } from '../commands/cap-names'
import { useI18n } from '../i18n/i18n-provider'
import { reasonText } from '../i18n/reason-text'
import { SettingsGroup, SettingsRow } from '../settings/settings-group'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { KeyCap, keySentence } from '../ui/key-cap'
import { richText } from '../ui/rich-text'
import { Select } from '../ui/select'
import { SystemSettingsButton } from '../ui/system-settings-button'
import { HotkeyRow } from './hotkey-row'
import styles from './hotkeys.module.css'
import { WindowKeyRow } from './window-key-row'

/** The system-wide keys, with what each can do here, and those of the window. */
export function HotkeysSection() {
  const i18n = useI18n()
  const { client, actions } = useServices()
  const bindings = useApp((state) => state.hotkey.bindings)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const sendWith = useApp((state) => state.settings.sendWith)
  const [testing, setTesting] = useState(false)
  useEffect(() => {
    if (!testing) return
    void client.call('hotkey.mode', { mode: 'test' })
    return () => void client.call('hotkey.mode', { mode: 'use' })
  }, [testing, client])
  return (
    <>
      <HotkeyStatus testing={testing} onTest={() => setTesting(!testing)} />
      {bindings.length > 0 && (
        <SettingsGroup name={i18n.t('hotkeys.talking')}>
          <div className={styles.table}>
            {bindings.map((binding) => (
              <HotkeyRow key={binding.action} binding={binding} afterwards={testing ? 'test' : 'use'} />
            ))}
          </div>
        </SettingsGroup>
      )}
      <SettingsGroup name={i18n.t('hotkeys.inWindow')}>
        <div className={styles.table}>
          <div className={styles.row} data-setting={i18n.t('hotkeys.stop')}>
            <div className={styles.words}>
              <p className={styles.name}>{i18n.t('hotkeys.stop')}</p>
              <p className={styles.line}>{i18n.t('hotkeys.stopLine')}</p>
            </div>
            <div className={styles.keys}>
              {capNames(shortcuts.stop.chords[0], operatingSystem).map((key) => (
                <KeyCap key={key} name={key} />
              ))}
            </div>
            <span className={styles.reach}>{i18n.t('hotkeys.inParley')}</span>
            <span className={styles.mark}>{i18n.t('hotkeys.alwaysOn')}</span>
            <div className={styles.buttons} />
          </div>
          {changeableShortcuts.map((id) => (
            <WindowKeyRow key={id} id={id} afterwards={testing ? 'test' : 'use'} />
          ))}
        </div>
        <SettingsRow
          name={i18n.t('hotkeys.sendWith')}
          keys={['sendWith']}
          line={i18n.t('hotkeys.sendWithLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={sendWith}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={[
                { value: 'enter', label: keySentence(['Enter'], operatingSystem, i18n) },
                { value: 'modEnter', label: keySentence([operatingSystem === 'darwin' ? 'Cmd' : 'Ctrl', 'Enter'], operatingSystem, i18n) },
              ]}
              onChange={(value) => void actions.updateSettings({ sendWith: value })}
            />
          )}
        />
        <SettingsRow
          name={i18n.t('shortcut.openLine')}
          control={(labelledBy) => (
            <Button aria-describedby={labelledBy} onClick={() => actions.openShortcuts(true)}>
              {i18n.t('shortcut.open')}
            </Button>
          )}
        />
      </SettingsGroup>
    </>
  )
}

/** The state of the talk key, and a test without any other effect. */
function HotkeyStatus({ testing, onTest }: { readonly testing: boolean; readonly onTest: () => void }) {
  const i18n = useI18n()
  const hotkey = useApp((state) => state.hotkey)
  const talkKey = hotkey.bindings.find(({ action }) => action === (hotkey.mode === 'hold' ? 'hold' : 'toggle'))
  const verified = talkKey?.verified ?? null
  const works = hotkey.mode !== 'none' && verified !== null
  const chosen = hotkey.mode === 'toggle' && hotkey.reason === null
  const title =
    hotkey.mode === 'hold'
      ? i18n.t(works ? 'hotkeys.status.hold' : 'hotkeys.status.holdUntested')
      : i18n.t(hotkey.mode === 'none' ? 'hotkeys.status.none' : chosen ? 'hotkeys.status.toggleChosen' : 'hotkeys.status.toggle')
  const time = new Intl.DateTimeFormat(i18n.locale, { hour: '2-digit', minute: '2-digit' }).format(verified ?? 0)
  return (
    <section className={styles.status} aria-label={title}>
      {works ? (
        <CircleCheck size={18} strokeWidth={2} aria-hidden className={styles.good} />
      ) : hotkey.mode === 'none' ? (
        <TriangleAlert size={18} strokeWidth={2} aria-hidden className={styles.bad} />
      ) : (
        <CircleAlert size={18} strokeWidth={2} aria-hidden className={styles.waiting} />
      )}
      <div className={styles.words}>
        <p className={styles.name}>{title}</p>
        <p className={styles.line} role={testing ? 'status' : undefined}>
          {testing && `${i18n.t('hotkeys.testing')} `}
          {hotkey.reason !== null && `${reasonText(hotkey.reason, i18n)} `}
          {`${i18n.t(`hotkeys.backend.${talkKey?.backend ?? 'none'}`)} `}
          {works && `${i18n.t(hotkey.mode === 'hold' ? 'hotkeys.seenAt' : 'hotkeys.pressSeenAt', { time })} `}
          {hotkey.bindings.length > 0 && richText(i18n.t('hotkeys.command'), (part) => <code className={styles.code}>{part}</code>)}
        </p>
      </div>
      {hotkey.reason !== null && <SystemSettingsButton page="keyboard" />}
      {hotkey.bindings.length > 0 && <Button onClick={onTest}>{i18n.t(testing ? 'hotkeys.testEnd' : 'hotkeys.test')}</Button>}
    </section>
  )
}
