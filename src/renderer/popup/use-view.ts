import { useEffect, useState } from 'react'
import type { Settings } from '../../shared/ipc/schemas'
import type { Result } from '../../shared/lib/result'
import { loadLanguage } from '../i18n/languages'
import { chooseLanguage } from '../i18n/translate'

/** The appearance settings that every popup window gets. */
interface Looking {
  readonly look: Pick<Settings, 'language'> & { readonly systemLocale: string }
}

/** Where a popup window gets its view. */
export interface ViewSource<View> {
  ask(): Promise<Result<View>>
  /** Listens to changes. Returns a function that stops listening. */
  follow(hear: (view: View) => void): () => void
}

/**
 * Main's view for this popup window, requested once and followed from then on; null until the first reply, whose
 * language is loaded by then.
 */
export function useView<View extends Looking>(source: ViewSource<View>): View | null {
  const [view, setView] = useState<View | null>(null)
  useEffect(() => {
    const stop = source.follow((next) => void inItsLanguage(next).then(setView))
    // an update sent by main is newer than the reply
    void source.ask().then(async (reply) => {
      if (!reply.ok) return
      const answer = await inItsLanguage(reply.value)
      setView((known) => known ?? answer)
    })
    return stop
  }, [source])
  return view
}

async function inItsLanguage<View extends Looking>(view: View): Promise<View> {
  await loadLanguage(chooseLanguage(view.look.language, view.look.systemLocale))
  return view
}
