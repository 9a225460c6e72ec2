import { addLanguages } from './languages'

// whoever is not the page has all of them at once: what it keeps is read in any of them
addLanguages(import.meta.glob('../languages/*.ts', { eager: true, import: 'words' }))
