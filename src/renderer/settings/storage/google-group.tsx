import { useWords } from '../../i18n/words'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { SwitchRow } from '../switch-row'

/** What Google keeps of conversations: of typed ones as the user chose, of spoken ones nobody has said. */
export function GoogleGroup() {
  const words = useWords()
  return (
    <SettingsGroup name={words.say('google.title')}>
      <SwitchRow setting="storeAtGoogle" name={words.say('google.store')} line={words.say('google.storeLine')} />
      <SettingsRow name={words.say('google.live')} line={words.say('google.liveLine')} control={() => null} />
    </SettingsGroup>
  )
}
