import { useEffect, useState } from 'react'
import type { Settings } from '../../shared/ipc/schemas'
import type { Result } from '../../shared/lib/result'
import { loadLanguage } from '../i18n/languages'
import { chooseLanguage } from '../i18n/translate'

/** What every small window is told of how it looks. */
interface Looking {
  readonly look: Pick<Settings, 'language'> & { readonly systemLocale: string }
}

/** Where a small window has what it shows from. */
export interface ViewSource<View> {
  ask(): Promise<Result<View>>
  /** Hears of every change. Returns the way to stop. */
  follow(hear: (view: View) => void): () => void
}

/** What main shows in this small window, asked for once and followed from then on; null until the first answer, whose language was read by then. */
export function useView<View extends Looking>(source: ViewSource<View>): View | null {
  const [view, setView] = useState<View | null>(null)
  useEffect(() => {
    const stop = source.follow((next) => void inItsLanguage(next).then(setView))
    // what main has sent of its own accord is newer than the answer
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
