import { useEffect, useRef, useState } from 'react'
import { useWords } from '../i18n/words'
import { useServices } from '../state/context'
import { createAnnouncements } from './announcements'

/** The two live regions of the page: calm words for answers and states, urgent ones for questions. */
export function Announcer() {
  const words = useWords()
  const { store, now } = useServices()
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  const latestWords = useRef(words)
  latestWords.current = words
  useEffect(() => createAnnouncements(store, () => latestWords.current, now, { polite: setPolite, assertive: setAssertive }), [store, now])
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
