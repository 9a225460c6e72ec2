// everything that is said outside of the page is said in any language at once
import '../../shared/words/all-languages'

export { inEveryLanguage, wordsFor } from '../../shared/words/translator'
