import type { Notice } from '../../shared/ipc/schemas'

/**
 * A notice of main, or one about the page's own sound or channel that main does not know. Ids of local ones begin with
 * `local-`.
 */
export type LocalNotice = Omit<Notice, 'kind'> & {
  readonly kind:
    | Notice['kind']
    | 'microphone-replaced'
    | 'microphone-muted'
    | 'microphone-lost'
    | 'sound-lost'
    | 'loudspeaker-replaced'
    | 'sound-blocked'
    | LossKind
}

/** The page has lost its host: the host ended, or another page replaced this one. */
export type LossKind = 'host-gone' | 'page-replaced'

/** The id of a local notice: one for each kind. */
export function localNoticeId(kind: LocalNotice['kind']): string {
  return `local-${kind}`
}

/** Whether this notice says that the page has lost its host. */
export function isLoss({ kind }: LocalNotice): boolean {
  return kind === 'host-gone' || kind === 'page-replaced'
}

/** Whether main does not know this notice. */
export function isLocal(noticeId: string): boolean {
  return noticeId.startsWith('local-')
}
