import { addLanguages } from '../../shared/i18n/languages'
import { words as english } from '../../shared/languages/en'

// English is part of the page: it is the fallback while another language loads; each other language is a chunk of its
// own
addLanguages({ en: english, ...import.meta.glob(['../../shared/languages/*.ts', '!../../shared/languages/en.ts'], { import: 'words' }) })

export { chooseLanguage, isLanguageLoaded, loadLanguage } from '../../shared/i18n/languages'
