import type { Notice } from '../../shared/ipc/schemas'

/** A notice of main, or one about the page's own sound or channel that main can't see. Local ones have ids that begin with `local-`. */
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

/** This page no longer has its host: the host ended, or another page took this one's place. */
export type LossKind = 'host-gone' | 'page-replaced'

/** The id of a local notice: one of each kind. */
export function localNoticeId(kind: LocalNotice['kind']): string {
  return `local-${kind}`
}

/** Whether this notice says that the page has lost its host. */
export function isLoss({ kind }: LocalNotice): boolean {
  return kind === 'host-gone' || kind === 'page-replaced'
}

/** Whether main knows nothing of this notice. */
export function isLocal(noticeId: string): boolean {
  return noticeId.startsWith('local-')
}
