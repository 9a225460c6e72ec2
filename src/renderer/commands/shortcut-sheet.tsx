import { chosenKeys } from '../../shared/commands/chosen-keys'
import { chordsOf, type ShortcutId, shortcutPlaces, shortcuts } from '../../shared/commands/shortcuts'
import { keysOf } from '../../shared/hotkeys/shortcut'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { KeyCap, keyName } from '../ui/key-cap'
import { Sheet } from '../ui/sheet'
import { talkKeyOf } from '../voice/talk-key'
import { capNames } from './cap-names'
import { shortcutName } from './shortcut-name'
import styles from './shortcut-sheet.module.css'

const ids = Object.keys(shortcuts) as readonly ShortcutId[]

/** All shortcuts, from the same table that the key listener uses. `Ctrl /` opens it over anything else. */
export function ShortcutSheet() {
  const i18n = useI18n()
  const { actions } = useServices()
  const open = useApp((state) => state.shortcutsOpen)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const chosen = chosenKeys(useApp((state) => state.settings))
  return (
    <Sheet title={i18n.t('command.shortcuts')} wide open={open} onOpenChange={actions.openShortcuts}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.groups} tabIndex={0} aria-label={i18n.t('command.shortcuts')}>
        <Everywhere />
        {shortcutPlaces.map((place) => (
          <div key={place} className={styles.group}>
            <h3 className={styles.place}>{i18n.t(`shortcut.place.${place}`)}</h3>
            <dl className={styles.rows}>
              {ids
                .filter((id) => shortcuts[id].place === place)
                .map((id) => (
                  <Row
                    key={id}
                    name={i18n.t(shortcutName(id))}
                    chords={chordsOf(id, chosen).map((chord) => capNames(chord, operatingSystem))}
                  />
                ))}
            </dl>
          </div>
        ))}
      </section>
    </Sheet>
  )
}

/** The user's system-wide keys, as currently active. */
function Everywhere() {
  const i18n = useI18n()
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const taken = hotkey.bindings.filter(({ shortcut, problem }) => shortcut !== null && problem === null)
  const named = (keys: readonly string[]) => keys.map((key) => keyName(key, operatingSystem))
  return (
    <div className={styles.group}>
      <h3 className={styles.place}>{i18n.t(taken.length === 0 ? 'shortcut.place.talk' : 'hotkeys.talking')}</h3>
      <dl className={styles.rows}>
        {taken.length === 0 && <Row name={i18n.t('hotkeys.hold')} chords={[named(talkKeyOf(hotkey, operatingSystem).keys)]} />}
        {taken.map(({ action, shortcut, keys }) => (
          <Row
            key={action}
            name={i18n.t(`hotkeys.${action}`)}
            chords={[named(keys.length > 0 || shortcut === null ? keys : keysOf(shortcut, operatingSystem))]}
          />
        ))}
      </dl>
    </div>
  )
}

function Row({ name, chords }: { readonly name: string; readonly chords: readonly (readonly string[])[] }) {
  const i18n = useI18n()
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={styles.chords}>
        {chords.map((keys, index) => (
          <span key={keys.join(' ')} className={styles.chord}>
            {index > 0 && <span className={styles.or}>{i18n.t('shortcut.or')}</span>}
            {keys.map((key) => (
              <KeyCap key={key} name={key} />
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}
