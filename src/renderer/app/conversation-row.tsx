import {
  Archive,
  ArchiveRestore,
  AudioLines,
  Braces,
  Ellipsis,
  EyeOff,
  FileAudio,
  FileText,
  PencilLine,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isShortcut } from '../../shared/commands/shortcuts'
import type { ConversationSummary } from '../../shared/ipc/schemas'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Badge } from '../ui/badge'
import { Menu, type MenuAction } from '../ui/menu'
import { shownTitle } from '../ui/shown-title'
import styles from './conversation-list.module.css'
import { RenameField } from './rename-field'

interface ConversationRowProps {
  readonly conversation: ConversationSummary
  readonly current: boolean
  /** the only row of the list in the tab order */
  readonly tabStop: boolean
  readonly questions: number
  /** when it changed, if others have its title too */
  readonly when?: string | null
}

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What the menu of a row offers. */
interface RowMenuOptions {
  readonly conversation: ConversationSummary
  onRename(): void
  onRemove(): void
  /** Archives the conversation, or takes it out of the archive. */
  onArchive(): void
}

function useRowMenu({ conversation, onRename, onRemove, onArchive }: RowMenuOptions): readonly (readonly MenuAction[])[] {
  const i18n = useI18n()
  const { actions } = useServices()
  const { conversationId, hasVoice, pinned, archived, isPrivate } = conversation
  const saveAs = (what: 'markdown' | 'json' | 'sound') => actions.saveConversation(conversationId, what)
  return [
    [
      { id: 'rename', name: i18n.t('history.rename'), icon: <PencilLine {...icon} />, staysAway: true, run: onRename },
      {
        id: 'pin',
        name: i18n.t(pinned ? 'history.unpin' : 'history.pin'),
        icon: pinned ? <PinOff {...icon} /> : <Pin {...icon} />,
        run: () => void actions.pinConversation(conversationId, !pinned),
      },
      {
        id: 'archive',
        name: i18n.t(archived ? 'history.unarchive' : 'history.archive'),
        icon: archived ? <ArchiveRestore {...icon} /> : <Archive {...icon} />,
        staysAway: true,
        run: onArchive,
      },
    ],
    [
      { id: 'markdown', name: i18n.t('history.exportMarkdown'), icon: <FileText {...icon} />, run: () => void saveAs('markdown') },
      { id: 'json', name: i18n.t('history.exportJson'), icon: <Braces {...icon} />, run: () => void saveAs('json') },
      ...(hasVoice && isPrivate !== true
        ? [{ id: 'sound', name: i18n.t('history.exportSound'), icon: <FileAudio {...icon} />, run: () => void saveAs('sound') }]
        : []),
    ],
    [{ id: 'delete', name: i18n.t('history.delete'), icon: <Trash2 {...icon} />, staysAway: true, run: onRemove }],
  ]
}

/** What a row shows: a mark for a private conversation, the title, and what waits or sounds in it. */
function RowFace({ conversation, current, questions, when = null }: Omit<ConversationRowProps, 'tabStop'>) {
  const i18n = useI18n()
  const { conversationId, hasVoice, isPrivate } = conversation
  const speaks = useApp((state) => !current && state.statuses[conversationId]?.activity === 'speaking')
  return (
    <>
      {isPrivate === true && (
        <span className={styles.voice} role="img" aria-label={i18n.t('private.mark')}>
          <EyeOff size={13} strokeWidth={2} aria-hidden />
        </span>
      )}
      <span className={styles.title}>{shownTitle(conversation.title, i18n)}</span>
      {when !== null && <span className={styles.when}>{when}</span>}
      {questions > 0 ? (
        <Badge count={questions} label={i18n.count('sidebar.openApprovals', questions)} />
      ) : (
        (hasVoice || speaks) && (
          <span
            className={styles.voice}
            data-speaks={speaks || undefined}
            role="img"
            aria-label={i18n.t(speaks ? 'sidebar.speaks' : 'sidebar.hasVoice')}
          >
            <AudioLines size={13} strokeWidth={2} aria-hidden />
          </span>
        )
      )}
    </>
  )
}

/** One conversation of the sidebar. Enter opens it, F2 renames it, Delete deletes it; the menu key or the arrow to the side has the rest. */
export function ConversationRow({ conversation, current, tabStop, questions, when = null }: ConversationRowProps) {
  const i18n = useI18n()
  const { actions, store } = useServices()
  const [renaming, setRenaming] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const row = useRef<HTMLButtonElement>(null)
  const item = useRef<HTMLLIElement>(null)
  const focusRow = useRef(false)
  const { conversationId } = conversation
  const title = shownTitle(conversation.title, i18n)

  useEffect(() => {
    if (renaming || !focusRow.current) return
    focusRow.current = false
    row.current?.focus()
  }, [renaming])

  /** The row is about to move: the focus goes to its neighbour. */
  const leave = (act: () => Promise<void>) => {
    const rows = [...(item.current?.closest('[data-rows]')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((one) => one.dataset.row === conversationId)
    const neighbour = rows[at + 1] ?? rows[at - 1]
    if (document.activeElement === row.current) neighbour?.focus()
    // a removed menu can't return the focus
    void act().then(() => {
      if (document.activeElement === document.body) neighbour?.focus()
    })
  }
  const rename = () => setRenaming(true)
  const remove = () => leave(() => actions.removeConversation(conversationId))

  const archive = () => leave(() => actions.archiveConversation(conversationId, !conversation.archived))
  const groups = useRowMenu({ conversation, onRename: rename, onRemove: remove, onArchive: archive })

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    if (renaming || menuOpen) return
    const onRow = document.activeElement === row.current
    if (onRow && isShortcut(event, 'rename')) rename()
    else if (onRow && isShortcut(event, 'remove')) remove()
    else if (isShortcut(event, 'rowMenu')) setMenuOpen(true)
    else if (onRow && isShortcut(event, 'toRowMenu')) item.current?.querySelector<HTMLElement>('[data-more] button')?.focus()
    else if (!onRow && isShortcut(event, 'toRow')) row.current?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (renaming) {
    return (
      <li>
        <RenameField
          title={conversation.title}
          onDone={(name) => {
            focusRow.current = true
            setRenaming(false)
            if (name !== null) void actions.renameConversation(conversationId, name)
          }}
        />
      </li>
    )
  }
  return (
    <li ref={item} className={styles.item} onKeyDown={onKeyDown}>
      <button
        ref={row}
        type="button"
        className={styles.row}
        data-row={conversationId}
        aria-current={current ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete"
        tabIndex={tabStop ? 0 : -1}
        onClick={() => void store.open(conversationId)}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenuOpen(true)
        }}
      >
        <RowFace conversation={conversation} current={current} questions={questions} when={when} />
      </button>
      <span className={styles.more} data-more data-open={menuOpen || undefined}>
        <Menu
          open={menuOpen}
          onOpenChange={setMenuOpen}
          opener={{
            label: i18n.t('history.more', { title }),
            className: styles.moreButton,
            face: <Ellipsis size={15} strokeWidth={1.75} aria-hidden />,
          }}
          tabStop={false}
          groups={groups}
        />
      </span>
    </li>
  )
}
