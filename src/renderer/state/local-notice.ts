import type { Notice } from '../../shared/ipc/schemas'

/** A notice of main, or one about the page's own sound that main can't see. Local ones have ids that begin with `local-`. */
export type LocalNotice = Omit<Notice, 'kind'> & { readonly kind: Notice['kind'] | 'microphone-replaced' | 'sound-blocked' }

/** The id of a local notice: one of each kind. */
export function localNoticeId(kind: LocalNotice['kind']): string {
  return `local-${kind}`
}

/** Whether main knows nothing of this notice. */
export function isLocal(noticeId: string): boolean {
  return noticeId.startsWith('local-')
}
