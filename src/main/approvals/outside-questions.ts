import type { Approval, Decision } from '../../shared/approvals/approval'
import type { Clock } from '../../shared/lib/clock'
import type { Emit } from '../conversations/thread-writer'
import type { NotifyAsChosen } from '../notifications/notify-as-chosen'
import type { Platform } from '../platform'
import { createNativeQuestions } from './native-questions'
import { createQuestionNotifications } from './question-notifications'
import { trayWords } from './tray-words'

/** Everything about open questions that stands outside the window: dialogs, notifications and the tray. */
export interface OutsideQuestions {
  /** Something changed: a question, or what the user can see. */
  update(): void
  close(): void
}

/** What it takes. `decide` is the queue's own check: an answer that comes too late changes nothing. */
export interface OutsideQuestionsOptions {
  readonly platform: Pick<Platform, 'askNatively' | 'windowVisible' | 'windowFocused' | 'desktop'>
  readonly notify: NotifyAsChosen
  readonly clock: Clock
  /** the language of the user, for example `ja` or `en-GB` */
  locale(): string
  open(): readonly Approval[]
  secretArguments(toolName: string): readonly string[]
  decide(decision: Decision): void
  readonly emit: Emit
  report(error: unknown): void
}

/** Joins them. A host without a desktop has dialogs alone, if it has those. */
export function createOutsideQuestions(options: OutsideQuestionsOptions): OutsideQuestions {
  const { platform, locale, open, emit } = options
  const { desktop } = platform
  const show = (approvalId: string | null): void => emit('question.show', { approvalId })
  const dialogs = createNativeQuestions(options)
  const notifications = desktop === null ? null : createQuestionNotifications({ ...options, desktop, show })

  return {
    update() {
      const count = open().length
      // the first of the open questions is the one that ends first: it is the next when the icon is clicked, whenever that is
      desktop?.showInTray({ count, words: trayWords(count, locale()) }, () => show(open()[0]?.approvalId ?? null))
      dialogs.update()
      notifications?.update()
    },
    close() {
      dialogs.close()
      notifications?.close()
    },
  }
}
