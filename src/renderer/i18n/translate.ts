import './languages'

export { chooseLanguage } from '../../shared/i18n/languages'
export { createTranslator, type Translator } from '../../shared/i18n/translator'
