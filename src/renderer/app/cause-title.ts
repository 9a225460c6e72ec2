import type { SessionFailureCause } from '../../shared/ipc/schemas'
import { refusedField } from '../../shared/text/refused-field'
import type { Translator } from '../i18n/translate'

/**
 * Why a session failed, in one sentence. For a refused setup or request it names the field that the service does not
 * know.
 */
export function causeTitle(
  cause: SessionFailureCause,
  { detail, model }: { readonly detail: string; readonly model: string },
  i18n: Translator,
): string {
  const field = cause === 'setup-refused' || cause === 'request-refused' ? refusedField(detail) : null
  if (field !== null && (cause === 'setup-refused' || cause === 'request-refused')) return i18n.t(`cause.${cause}.field`, { field })
  return i18n.t(`cause.${cause}.title`, { model })
}
