import './languages'

export { chooseLanguage } from '../../shared/words/languages'
export { createTranslator, type Translator } from '../../shared/words/translator'
