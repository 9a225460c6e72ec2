import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import { SettingsGroup, SettingsRow } from './settings-group'
import { CrashesGroup } from './upkeep/crashes-group'
import { UpdatesGroup } from './upkeep/updates-group'

/** What is installed and what it runs on. */
export function AboutSection() {
  const words = useWords()
  const { version, runtime } = useApp((state) => state.installation)
  return (
    <>
      <SettingsGroup name={words.say('app.name')}>
        <SettingsRow name={words.say('settings.version')} control={() => <span>{version}</span>} />
        <SettingsRow name={words.say('settings.runtime')} control={() => <span>{runtime}</span>} />
      </SettingsGroup>
      <UpdatesGroup />
      <CrashesGroup />
    </>
  )
}
