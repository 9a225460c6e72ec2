import { useState } from 'react'
import type { ContentFile, ContentItem } from '../../shared/servers/server-content'
import { useI18n } from '../i18n/i18n-provider'
import { useToolServers } from '../settings/servers/use-tool-servers'
import { useApp, useServices } from '../state/context'
import { Fault } from '../ui/fault'
import { Select } from '../ui/select'
import { Sheet } from '../ui/sheet'
import { ContentArguments } from './content-arguments'
import { ContentList } from './content-list'
import { ContentPreview } from './content-preview'
import styles from './server-content.module.css'
import { useServerContent } from './use-server-content'

/** Shows what servers offer to attach. What the user chooses is shown first, and is in the draft only after *Attach*. */
export function ServerContentDialog() {
  const i18n = useI18n()
  const { actions } = useServices()
  const open = useApp((state) => state.serverContentOpen)
  return (
    <Sheet title={i18n.t('content.title')} open={open} onOpenChange={actions.openServerContent}>
      <div className={styles.body}>
        <Servers />
      </div>
    </Sheet>
  )
}

function Servers() {
  const i18n = useI18n()
  const names = useToolServers()?.flatMap(({ server }) => (server.on ? [server.name] : [])) ?? null
  const [chosen, setChosen] = useState<string | null>(null)
  const [first] = names ?? []
  const name = chosen !== null && names?.includes(chosen) === true ? chosen : first
  if (names === null) return null
  if (name === undefined) return <p className={styles.facts}>{i18n.t('content.none')}</p>
  return (
    <>
      {names.length > 1 && (
        <Select
          label={i18n.t('content.server')}
          value={name}
          choices={names.map((value) => ({ value, label: value }))}
          onChange={setChosen}
        />
      )}
      <OneServer key={name} name={name} />
    </>
  )
}

/** What the user has chosen so far. */
type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'arguments'; readonly item: Exclude<ContentItem, { readonly kind: 'resource' }> }
  | { readonly kind: 'preview'; readonly item: ContentItem; readonly files: readonly ContentFile[] }

function OneServer({ name }: { readonly name: string }) {
  const i18n = useI18n()
  const { actions, store } = useServices()
  const { items, failure, busy, read } = useServerContent(name)
  const [step, setStep] = useState<Step>({ kind: 'list' })

  const show = async (item: ContentItem, values: Readonly<Record<string, string>>) => {
    const files = await read(item, values)
    if (files !== null) setStep({ kind: 'preview', item, files })
  }
  const attach = (item: ContentItem, files: readonly ContentFile[]) => {
    const { currentConversationId, drafts } = store.api.getState()
    if (currentConversationId === null) return
    actions.openServerContent(false)
    const selected = files.map((file) => ({ name: `${file.name} (${name})`, content: new Blob([file.content]), server: name }))
    void actions.attach(currentConversationId, selected)
    if (item.kind === 'prompt' && (drafts[currentConversationId] ?? '') === '')
      actions.setDraft(currentConversationId, i18n.t('content.follow', { name: item.title }))
  }
  const back = () => setStep({ kind: 'list' })

  return (
    <>
      {failure !== null && <Fault>{failure}</Fault>}
      {busy && (
        <p className={styles.facts} role="status">
          {i18n.t('content.waits')}
        </p>
      )}
      {step.kind === 'list' && items !== null && (
        <ContentList
          items={items}
          onChoose={(item) => {
            if (item.kind === 'resource' || item.arguments.length === 0) void show(item, {})
            else setStep({ kind: 'arguments', item })
          }}
        />
      )}
      {step.kind === 'arguments' && <ContentArguments item={step.item} onBack={back} onValues={(values) => void show(step.item, values)} />}
      {step.kind === 'preview' && <ContentPreview files={step.files} onBack={back} onAttach={() => attach(step.item, step.files)} />}
    </>
  )
}
