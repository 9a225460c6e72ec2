// outside of the page, all languages are available at once
import '../../shared/i18n/all-languages'

export { inEveryLanguage, translatorFor } from '../../shared/i18n/translator'
