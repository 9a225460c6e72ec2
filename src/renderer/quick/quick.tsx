import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Client } from '../../shared/ipc/client'
import { longestText } from '../../shared/ipc/limits'
import type { QuickView } from '../../shared/ipc/popup-window-calls'
import { pageTranslator, useLook } from '../app/use-appearance'
import { chooseLanguage } from '../i18n/translate'
import { useOwnHeight } from '../popup/use-own-height'
import { useView } from '../popup/use-view'
import { wordedClient } from '../state/worded-client'
import { IconButton } from '../ui/button'
import { Fault } from '../ui/fault'
import styles from './quick.module.css'

/** The quick question window: one field with the focus. */
export function Quick({ client }: { readonly client: Client }) {
  const view = useView(
    useMemo(
      () => ({ ask: () => client.call('quick.open', null), follow: (hear: (view: QuickView) => void) => client.on('quick.view', hear) }),
      [client],
    ),
  )
  return view === null ? null : <Field view={view} main={client} />
}

function Field({ view, main }: { readonly view: QuickView; readonly main: Client }) {
  const i18n = useLook(view.look, chooseLanguage(view.look.language, view.look.systemLocale))
  const [client] = useState(() => wordedClient(main, pageTranslator))
  const hintId = useId()
  const card = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(view.draft)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  useOwnHeight(
    card,
    useCallback((height: number) => void main.call('quick.size', { height }), [main]),
  )
  useEffect(() => {
    const take = () => field.current?.focus()
    take()
    window.addEventListener('focus', take)
    return () => window.removeEventListener('focus', take)
  }, [])

  const write = (next: string) => {
    setText(next)
    setRefusal(null)
    void main.call('quick.draft', { text: next })
  }
  const send = async () => {
    if (busy || text.trim() === '') return
    setBusy(true)
    const reply = await client.call('quick.send', { text })
    setBusy(false)
    if (reply.ok) setText('')
    setRefusal(reply.ok ? null : reply.error.message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // a key that confirms an input method's choice is not an answer
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') void main.call('quick.close', null)
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else return
    event.preventDefault()
  }
  return (
    <main className={styles.card} ref={card} onKeyDown={onKeyDown}>
      <h1 className="visually-hidden">{i18n.t('quick.label')}</h1>
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          maxLength={longestText}
          value={text}
          aria-label={i18n.t('quick.label')}
          aria-describedby={hintId}
          placeholder={i18n.t('quick.placeholder')}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <IconButton label={i18n.t('quick.send')} className={styles.send} disabled={busy || text.trim() === ''} onClick={() => void send()}>
          <ArrowUp size={17} strokeWidth={2} aria-hidden />
        </IconButton>
      </div>
      {refusal !== null && <Fault>{refusal}</Fault>}
      <p className={styles.hint} id={hintId}>
        {i18n.t('quick.hint')}
      </p>
    </main>
  )
}
