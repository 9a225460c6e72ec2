import { dialog } from 'electron'
import type { Approval } from '../../../shared/approvals/approval'
import { translatorFor } from '../../lib/translations'
import { nativePrompt } from '../native-prompt'

/** Asks in a native dialog without a parent window. Null if it is dismissed, deferred or aborted by `signal`. */
export async function askInDialog(approval: Approval, locale: string, signal: AbortSignal): Promise<boolean | null> {
  const calledOff = (): boolean => signal.aborted
  if (calledOff()) return null
  const { answers, buttons, ...question } = nativePrompt(approval, locale)
  const { response } = await dialog.showMessageBox({ type: 'question', noLink: true, ...question, buttons: [...buttons], signal })
  return calledOff() ? null : (answers[response] ?? null)
}

/** Reports in a native dialog that Parley cannot start, and waits until it is closed. */
export function showStartFailed(locale: string): void {
  const i18n = translatorFor(locale)
  dialog.showErrorBox(i18n.t('dialog.startFailed'), i18n.t('dialog.startFailedLine'))
}
