import type { Approval } from '../../shared/approvals/approval'
import { copiedNote } from '../../shared/approvals/copied-note'
import { translatorFor } from '../lib/translations'

/** A native dialog's text and buttons. Dismissing it presses `cancelId`. */
export interface NativePrompt {
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly defaultId: number
  readonly cancelId: number
  /** The answer of each button: null leaves the approval open. */
  readonly answers: readonly (boolean | null)[]
}

/** A longer text may be cut off at the edge of the screen. */
const mostLines = 24
const mostCharacters = 1500

/**
 * The approval as a native dialog: every argument that will run, with hidden and direction-changing characters made visible; if they
 * do not fit, Allow is not offered. Allow is never the default for Enter, because the dialog may appear while the user types
 * elsewhere: for high risk that is Deny, otherwise leaving it open. Esc leaves it open.
 */
export function nativePrompt(approval: Approval, locale: string): NativePrompt {
  const i18n = translatorFor(locale)
  const lines = [i18n.t('dialog.tool', { tool: approval.toolName })]
  if (approval.destination !== '') lines.push(i18n.t('dialog.destination', { destination: approval.destination }))
  for (const one of approval.copied ?? []) lines.push(copiedNote(one, i18n))
  const detail = visibleText([...lines, '', JSON.stringify(approval.input, null, 2)].join('\n'))
  const fits = detail.length <= mostCharacters && detail.split('\n').length <= mostLines
  const [deny, allow, later] = [i18n.t('dialog.deny'), i18n.t('dialog.allow'), i18n.t('dialog.later')]
  const buttons = fits ? [deny, allow, later] : [deny, later]
  const answers = fits ? [false, true, null] : [false, null]
  const last = buttons.length - 1
  return {
    title: 'Parley',
    message: visibleText(i18n.of(approval.question)),
    detail: fits ? detail : visibleText([...lines, '', i18n.t('dialog.tooLong')].join('\n')),
    buttons,
    answers,
    defaultId: approval.risk === 'high' ? 0 : last,
    cancelId: last,
  }
}

/** Writes control, format and other invisible characters as `\u{…}`; line breaks stay. */
export function visibleText(text: string): string {
  return text.replace(
    /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
