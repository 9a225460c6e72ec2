import type { Approval } from '../shared/approvals/approval'

/** A native dialog's words and buttons. Dismissing it presses `cancelId`. */
export interface NativeQuestion {
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly defaultId: number
  readonly cancelId: number
  /** What each button answers: null leaves the question open. */
  readonly answers: readonly (boolean | null)[]
}

const words = {
  en: {
    deny: 'Deny',
    allow: 'Allow once',
    later: 'Decide later',
    tool: 'Tool',
    destination: 'Goes to',
    tooLong: 'The arguments do not fit here. Open Parley to see all of them and to allow this.',
  },
  ja: {
    deny: '拒否',
    allow: '今回だけ許可',
    later: 'あとで決める',
    tool: 'ツール',
    destination: '送信先',
    tooLong: '引数が長いため、ここには表示できません。Parleyを開くと、すべて確認して許可できます。',
  },
} as const

/** More than this a dialog may cut off at the edge of the screen. */
const mostLines = 24
const mostCharacters = 1500

/**
 * The question as a native dialog asks it: every argument that will run, with characters that hide or turn text around
 * made visible; where they do not fit, no Allow is offered. Allow is never what a stray Enter presses, because the dialog
 * may come up while the user types elsewhere: for high risk that is Deny, else leaving it open. Esc leaves it open.
 */
export function nativeQuestion(approval: Approval, locale: string): NativeQuestion {
  const language = locale.toLowerCase().startsWith('ja') ? 'ja' : 'en'
  const text = words[language]
  const lines = [`${text.tool}: ${approval.toolName}`]
  if (approval.destination !== '') lines.push(`${text.destination}: ${approval.destination}`)
  const detail = visibleText([...lines, '', JSON.stringify(approval.input, null, 2)].join('\n'))
  const fits = detail.length <= mostCharacters && detail.split('\n').length <= mostLines
  const buttons = fits ? [text.deny, text.allow, text.later] : [text.deny, text.later]
  const answers = fits ? [false, true, null] : [false, null]
  const last = buttons.length - 1
  return {
    title: 'Parley',
    message: visibleText(approval.question[language]),
    detail: fits ? detail : visibleText([...lines, '', text.tooLong].join('\n')),
    buttons,
    answers,
    defaultId: approval.risk === 'high' ? 0 : last,
    cancelId: last,
  }
}

/** Writes control, format and other characters without a shape as `\u{…}`; line breaks stay. */
export function visibleText(text: string): string {
  return text.replace(
    /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
