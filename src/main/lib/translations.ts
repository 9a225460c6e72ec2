// everything that is said outside of the page is said in any language at once
import '../../shared/i18n/all-languages'

export { inEveryLanguage, translatorFor } from '../../shared/i18n/translator'
