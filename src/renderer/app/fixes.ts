import type { SessionFailureCause } from '../../shared/ipc/schemas'

/** Where the cause is fixed: the settings page that the banner's button opens; `watch` plays the waiting recording. */
export type Fix = 'about' | 'server' | 'key' | 'model' | 'microphone' | 'loudspeaker' | 'backups' | 'text-model' | 'picture-model' | 'watch'

/**
 * What fixes the cause of a failed session; null if only another attempt can help. Keys and models are on the same
 * page.
 */
export const FIX_FOR: { readonly [Cause in SessionFailureCause]: Fix | null } = {
  'key-missing': 'key',
  'key-refused': 'key',
  region: null,
  'model-unknown': 'model',
  quota: 'model',
  'store-refused': 'text-model',
  'model-without-audio': 'model',
  'model-without-pictures': 'picture-model',
  'setup-refused': null,
  'request-refused': null,
  'service-overloaded': null,
  'service-failed': null,
  unreachable: null,
  timeout: null,
  protocol: null,
  fixture: null,
  internal: null,
}
