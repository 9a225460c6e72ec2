import { addLanguages } from './languages'

// outside the page all languages are loaded at once, because stored messages are read in any of them
addLanguages(import.meta.glob('../languages/*.ts', { eager: true, import: 'words' }))
