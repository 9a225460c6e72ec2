import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { SettingsGroup, SettingsRow } from './settings-group'
import { CrashesGroup } from './upkeep/crashes-group'
import { UpdatesGroup } from './upkeep/updates-group'

/** What is installed and what it runs on. */
export function AboutSection() {
  const words = useWords()
  const { actions } = useServices()
  const { version, runtime } = useApp((state) => state.installation)
  return (
    <>
      <SettingsGroup name={words.say('app.name')}>
        <SettingsRow name={words.say('settings.version')} control={() => <span>{version}</span>} />
        <SettingsRow name={words.say('settings.runtime')} control={() => <span>{runtime}</span>} />
        <SettingsRow
          name={words.say('setUp.again')}
          line={words.say('setUp.againLine')}
          control={(labelledBy) => (
            <Button aria-describedby={labelledBy} onClick={() => actions.setUpAgain()}>
              {words.say('setUp.againButton')}
            </Button>
          )}
        />
      </SettingsGroup>
      <UpdatesGroup />
      <CrashesGroup />
    </>
  )
}
