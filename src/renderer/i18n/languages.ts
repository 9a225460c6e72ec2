import { addLanguages } from '../../shared/i18n/languages'
import { words as english } from '../../shared/languages/en'

// English comes with the page: it is what is said while another language is not there, each of which is a chunk of its own
addLanguages({ en: english, ...import.meta.glob(['../../shared/languages/*.ts', '!../../shared/languages/en.ts'], { import: 'words' }) })

export { chooseLanguage, isLanguageLoaded, loadLanguage } from '../../shared/i18n/languages'
