import { useEffect, useRef, useState } from 'react'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import type { Outcome } from '../storage/outcome-message'

/** A file being sent to main. */
export interface Upload {
  readonly id: number
  readonly fileName: string
  readonly bytes: number
  readonly sent: number
}

/** Sends files to main, one after the other; each can be stopped. Leaving the page stops them all. */
export function useUploads(onOutcome: (outcome: Outcome) => void) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const count = useRef(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    const { current } = stops
    return () => {
      for (const stop of current.values()) stop.abort()
    }
  }, [])

  const send = async (id: number, file: File, { signal }: AbortController) => {
    const reply = signal.aborted
      ? null
      : await actions.uploadSource(file, signal, (sent) =>
          setUploads((before) => before.map((one) => (one.id === id ? { ...one, sent } : one))),
        )
    stops.current.delete(id)
    setUploads((before) => before.filter((one) => one.id !== id))
    if (reply?.ok === false)
      onOutcome({ kind: 'refused', words: i18n.t('sources.failed', { file: makeVisible(file.name), reason: reply.error.message }) })
  }

  return {
    uploads,
    add(files: readonly File[]) {
      if (files.length > 0) onOutcome(null)
      for (const file of files) {
        count.current += 1
        const id = count.current
        const stop = new AbortController()
        stops.current.set(id, stop)
        setUploads((before) => [...before, { id, fileName: file.name, bytes: file.size, sent: 0 }])
        last.current = last.current.then(() => send(id, file, stop))
      }
    },
    cancel(id: number) {
      stops.current.get(id)?.abort()
      setUploads((before) => before.filter((one) => one.id !== id))
    },
  }
}
