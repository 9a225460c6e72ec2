import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { isLanguageLoaded } from '../i18n/languages'
import { createTranslator } from '../i18n/translate'
import { useServices } from '../state/context'
import { languageOf } from '../state/selectors'
import { createAnnouncements } from './announcements'

/** The two live regions of the page: polite for answers and states, assertive for approval requests. */
export function Announcer() {
  const i18n = useI18n()
  const { store, now } = useServices()
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  const latestWords = useRef(i18n)
  latestWords.current = i18n
  useEffect(() => {
    // the announced text may be the first thing rendered in its language
    const spoken = () => {
      const language = languageOf(store.api.getState())
      return isLanguageLoaded(language) ? createTranslator(language) : latestWords.current
    }
    return createAnnouncements(store, spoken, now, { polite: setPolite, assertive: setAssertive })
  }, [store, now])
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite" data-announcer="polite">
        {polite}
      </div>
      <div className="visually-hidden" role="alert" aria-live="assertive" data-announcer="assertive">
        {assertive}
      </div>
    </>
  )
}
