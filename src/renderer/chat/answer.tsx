import { Hand, Info } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Fork } from '../../shared/ipc/thread-calls'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import { TurnAnswers } from '../approval/turn-answers'
import { ArtifactPreview } from '../data/artifact-preview'
import { useI18n } from '../i18n/i18n-provider'
import { Markdown } from '../markdown/markdown'
import { useApp } from '../state/context'
import { currentStatus } from '../state/selectors'
import link from '../ui/link-button.module.css'
import styles from './answer.module.css'
import { CodeRun } from './code-run'
import { endingNote } from './ending-note'
import { FilePart } from './file-part'
import { MessageActions } from './message-actions'
import { messageFacts } from './message-facts'
import { ReadingProblem } from './read-aloud'
import { RecordedForOthers } from './recorded-for-others'
import { Sources } from './sources'
import { Thoughts } from './thoughts'
import { ThreadEntry } from './thread-entry'
import { ToolPart } from './tool-part'
import { interruptionOf, playedInPart } from './unplayed'

interface AnswerProps {
  readonly message: UIMessage
  /** Asks the question of this answer again; null if something follows the answer. */
  readonly onAskAgain: (() => void) | null
  /** Another answer follows without user input in between. */
  readonly goesOn: boolean
  /** It is complete: it can be copied, requested again, branched from. */
  readonly ended: boolean
  /** Its place in the thread, from 1, and the total: not all messages are rendered. */
  readonly position: number
  readonly count: number
  /** The forks right before it. */
  readonly forks: readonly Fork[]
}

/** One answer of the model: text, calls, files and sources in order, then how it ended if that needs a text. */
export const Answer = memo(function Answer({ message, onAskAgain, goesOn, ended, position, count, forks }: AnswerProps) {
  const i18n = useI18n()
  const facts = messageFacts(message)
  const interruption = interruptionOf(message)
  const isDemo = useApp((state) => (currentStatus(state)?.replay ?? null) !== null)
  const unanswered = isDemo && facts.empty && facts.rawFinishReason === null
  const note = unanswered ? i18n.t('thread.demoEmpty') : endingNote(facts, i18n, goesOn)
  return (
    <ThreadEntry className={styles.answer} label={i18n.t('thread.parley')} messageId={message.id} position={position} count={count}>
      {message.parts.map((part, index) => (
        <PartView key={partKey(part, index)} part={part} playedCharacters={playedInPart(message, index, interruption)} />
      ))}
      <TurnAnswers messageId={message.id} />
      {interruption !== null && (
        <p className={styles.note}>
          <Hand size={14} strokeWidth={2} aria-hidden />
          {i18n.t(interruption.unheard ? 'thread.interrupted' : 'thread.interruptedAll')}
        </p>
      )}
      {note !== null && (
        <p className={styles.note}>
          <Info size={14} strokeWidth={2} aria-hidden />
          <span>{note}</span>
          {onAskAgain !== null && !unanswered && (facts.empty || facts.truncated) && (
            <button type="button" className={link.link} onClick={onAskAgain}>
              {i18n.t('thread.askAgain')}
            </button>
          )}
        </p>
      )}
      {isDemo && <RecordedForOthers message={message} />}
      <Sources message={message} />
      <ReadingProblem messageId={message.id} />
      {ended && <MessageActions message={message} forks={forks} onEdit={null} />}
    </ThreadEntry>
  )
})

function partKey(part: UIPart, index: number): string {
  return part.type === 'dynamic-tool' ? part.toolCallId : `${index}`
}

function PartView({ part, playedCharacters }: { readonly part: UIPart; readonly playedCharacters: number | undefined }): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? null : <Markdown text={part.text} playedCharacters={playedCharacters} />
    case 'reasoning':
      return part.text.trim() === '' ? null : <Thoughts text={part.text} />
    case 'dynamic-tool':
      return <ToolPart part={part} />
    case 'file':
      return <FilePart part={part} />
    case 'data-executable-code':
    case 'data-code-execution-result':
      return <CodeRun part={part} />
    case 'data-artifact':
      return <ArtifactPreview shown={part.data} />
    default:
      // sources are listed below; other parts are not shown
      return null
  }
}
